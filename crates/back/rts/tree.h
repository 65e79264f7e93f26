// Values of recursive types, and sums and arrays of such values. Programs and files represent them as arrays
// (`docs/reference/values.md`): the numbers, then one array for each scalar type. Callers that make or take apart
// single values work with nodes, which are reference-counted and may be shared:
//
//   #Cons (1, #Cons (2, #Nil))     numbers [3, 1, 0, 0], scalars [2, 1]     {#Cons, 1, {#Cons, 2, {#Nil}}}
//
// A value is converted to arrays when they are first needed, and to nodes when it is first taken apart, and then keeps
// both forms. Each conversion takes linear time. Because values may be deeply nested, conversions use lists instead of
// recursion, except for nesting in the type.

// Largest number of nodes that are converted to arrays. Shared nodes are written once for each reference.
#define RISTA_MOST_NODES ((int64_t)1 << 36)

struct rista_node {
  union {
    int64_t references;
    struct rista_node *next; // Next node in a list, for a node that is being freed or has just been read.
  };
  const struct rista_entry_type *type;
  struct rista_pool *pool; // Pool that counts the node's memory.
  int64_t size;   // Number of values of recursive types in it, counted once for each reference.
  int64_t chosen; // Number of the variant; for an array, the number of elements.
  // Leaves of the payloads, with nodes for trees. For an array: its sizes, then the leaves of its elements.
  union rista_leaf parts[];
};

// The leaf that represents such a value. It has at least one of the two forms.
struct rista_tree {
  int64_t references;
  const struct rista_entry_type *type;
  struct rista_node *node;
  struct rista_array *arrays[]; // One for each field of the type; all NULL until they are made.
};

static inline bool rista_is_tree(const struct rista_entry_type *type) { return type->datas > 0; }

// Whether the type itself is a recursive type.
static inline bool rista_is_data(const struct rista_entry_type *type) {
  return type->datas > 0 && &rista_types[type->data[0]] == type;
}

static inline bool rista_holds_trees(const struct rista_entry_type *type) { return type->flat != type->leaf; }

static int64_t rista_part_count(const struct rista_entry_type *type, int64_t chosen) {
  if (type->element != NULL)
    return type->rank + chosen * type->element->leaves;
  int64_t count = 0;
  for (int i = 0; i < type->variant[chosen].payloads; i++)
    count += rista_types[type->variant[chosen].payload[i]].leaves;
  return count;
}

static int64_t rista_node_bytes(const struct rista_entry_type *type, int64_t chosen) {
  return (int64_t)sizeof(struct rista_node) + rista_part_count(type, chosen) * (int64_t)sizeof(union rista_leaf);
}

static struct rista_node *rista_node_new(struct rista_context *core, const struct rista_entry_type *type,
                                         int64_t chosen) {
  int64_t bytes = rista_node_bytes(type, chosen);
  if (!rista_charge(&core->pool, bytes))
    return NULL;
  struct rista_node *node = calloc(1, (size_t)bytes);
  if (node == NULL) {
    core->pool.held -= bytes;
    return NULL;
  }
  node->references = 1;
  node->pool = &core->pool;
  node->type = type;
  node->size = rista_is_data(type) ? 1 : 0;
  node->chosen = chosen;
  return node;
}

// Drops the contents of a node. Nodes without other references are prepended to `dead`.
static union rista_leaf *rista_clear_parts(const struct rista_entry_type *type, union rista_leaf *part,
                                           struct rista_node **dead) {
  for (int i = 0; i < type->leaves; i++, part++) {
    if (type->leaf[i].rank > 0)
      rista_array_drop(part->array);
    if (type->leaf[i].tree != NULL && part->node != NULL && --part->node->references == 0) {
      part->node->next = *dead;
      *dead = part->node;
    }
  }
  return part;
}

// Frees a list of nodes.
static void rista_free_nodes(struct rista_node *dead) {
  while (dead != NULL) {
    struct rista_node *node = dead;
    const struct rista_entry_type *type = node->type;
    union rista_leaf *part = node->parts;
    dead = node->next;
    if (type->element != NULL) {
      part += type->rank;
      for (int64_t i = 0; i < node->chosen; i++)
        part = rista_clear_parts(type->element, part, &dead);
    } else {
      const struct rista_variant *variant = &type->variant[node->chosen];
      for (int i = 0; i < variant->payloads; i++)
        part = rista_clear_parts(&rista_types[variant->payload[i]], part, &dead);
    }
    node->pool->held -= rista_node_bytes(type, node->chosen);
    free(node);
  }
}

static void rista_node_drop(struct rista_node *node) {
  if (node == NULL || --node->references > 0)
    return;
  node->next = NULL;
  rista_free_nodes(node);
}

static void rista_tree_drop(struct rista_tree *tree) {
  if (tree == NULL || --tree->references > 0)
    return;
  rista_node_drop(tree->node);
  for (int i = 0; i < tree->type->fields; i++)
    rista_array_drop(tree->arrays[i]);
  free(tree);
}

// Makes a tree for a node, or for arrays that are set later. It takes over the node's reference even on failure.
static struct rista_tree *rista_tree_new(const struct rista_entry_type *type, struct rista_node *node) {
  size_t bytes = sizeof(struct rista_tree) + (size_t)type->fields * sizeof(struct rista_array *);
  struct rista_tree *tree = calloc(1, bytes);
  if (tree == NULL) {
    rista_node_drop(node);
    return NULL;
  }
  tree->references = 1;
  tree->type = type;
  tree->node = node;
  return tree;
}

// Makes another handle for the same elements.
static int rista_array_share(const struct rista_array *array, struct rista_array **out) {
  *out = rista_array_wrap(array->owner, array->block, array->bytes, array->rank, array->shape);
  if (*out == NULL)
    return RISTA_OUT_OF_MEMORY;
  rista_retain(array->block);
  return RISTA_SUCCESS;
}

static void rista_add_size(struct rista_node *owner, const struct rista_node *part) {
  bool fits = part->size <= INT64_MAX - owner->size;
  owner->size = fits ? owner->size + part->size : INT64_MAX;
}

// From arrays to nodes

// Conversion from arrays, which are read forwards. `open` lists the nodes that are not part of another yet, the last
// one first.
struct rista_decoder {
  struct rista_context *core;
  const struct rista_tree *tree;
  int64_t at[RISTA_PARTS];
  struct rista_node *open;
};

static int rista_decode_fail(struct rista_decoder *decoder, const char *why) {
  return rista_fail(decoder->core, "the arrays do not represent a value of type %s: at position %" PRId64 " of the numbers %s",
                    decoder->tree->type->name, decoder->at[0] > 0 ? decoder->at[0] - 1 : 0, why);
}

// Reads the next number, which must be at least 0 and below the limit.
static int rista_decode_number(struct rista_decoder *decoder, int64_t limit, const char *what, int64_t *out) {
  const struct rista_array *numbers = decoder->tree->arrays[0];
  if (decoder->at[0] == numbers->count)
    return rista_decode_fail(decoder, "more numbers are needed");
  *out = ((const int64_t *)numbers->block)[decoder->at[0]++];
  return *out >= 0 && *out < limit ? RISTA_SUCCESS : rista_decode_fail(decoder, what);
}

// Reads the next sizes and computes their product.
static int rista_decode_sizes(struct rista_decoder *decoder, int rank, const int64_t **shape, int64_t *count) {
  const struct rista_array *numbers = decoder->tree->arrays[0];
  *count = 1;
  if (rank > numbers->count - decoder->at[0])
    return rista_decode_fail(decoder, "more numbers are needed");
  if (rank == 0)
    return RISTA_SUCCESS;
  *shape = (const int64_t *)numbers->block + decoder->at[0];
  decoder->at[0] += rank;
  *count = rista_count(1, rank, *shape);
  return *count >= 0 ? RISTA_SUCCESS : rista_decode_fail(decoder, "are no sizes");
}

// Returns the index of the array for scalars of this type.
static int rista_stream(const struct rista_entry_type *type, enum rista_type elem) {
  int stream = 1;
  while (type->field[stream].type->elem != elem)
    stream++;
  return stream;
}

static int rista_decode_scalars(struct rista_decoder *decoder, enum rista_type elem, int64_t count,
                                const char **from) {
  int stream = rista_stream(decoder->tree->type, elem);
  const struct rista_array *array = decoder->tree->arrays[stream];
  if (count > array->count - decoder->at[stream])
    return rista_decode_fail(decoder, "more scalars are wanted than there are");
  if (count > 0)
    *from = (const char *)array->block + decoder->at[stream] * array->bytes;
  decoder->at[stream] += count;
  return RISTA_SUCCESS;
}

// Makes a leaf of these elements: a scalar, or an array.
static int rista_decode_elements(struct rista_decoder *decoder, const struct rista_leaf_type *leaf,
                                 const int64_t *shape, const char *from, union rista_leaf *part) {
  int64_t bytes = rista_type_bytes[leaf->elem];
  if (leaf->rank == 0) {
    memcpy(part, from, (size_t)bytes);
    return RISTA_SUCCESS;
  }
  int err = rista_array_alloc(decoder->core, &part->array, bytes, leaf->rank, shape);
  if (err == RISTA_SUCCESS && part->array->count > 0)
    memcpy(part->array->block, from, (size_t)(part->array->count * bytes));
  return err;
}

static int rista_decode_leaf(struct rista_decoder *decoder, const struct rista_leaf_type *leaf,
                             union rista_leaf *part) {
  const int64_t *shape = NULL;
  const char *from = NULL;
  int64_t count;
  int err = rista_decode_sizes(decoder, leaf->rank, &shape, &count);
  if (err == RISTA_SUCCESS)
    err = rista_decode_scalars(decoder, leaf->elem, count, &from);
  return err == RISTA_SUCCESS ? rista_decode_elements(decoder, leaf, shape, from, part) : err;
}

// Removes the most recent open node, which must be of this type.
static int rista_decode_open(struct rista_decoder *decoder, const struct rista_entry_type *type,
                             struct rista_node **out) {
  struct rista_node *node = decoder->open;
  if (node == NULL || node->type != type)
    return rista_decode_fail(decoder, "the value needs another value before it");
  decoder->open = node->next;
  node->references = 1;
  *out = node;
  return RISTA_SUCCESS;
}

static int rista_decode_tree(struct rista_decoder *decoder, const struct rista_entry_type *type,
                             struct rista_node **out);

static int rista_decode_parts(struct rista_decoder *decoder, const struct rista_entry_type *type,
                              struct rista_node *owner, union rista_leaf *part) {
  int err = RISTA_SUCCESS;
  if (rista_is_tree(type)) {
    err = rista_decode_tree(decoder, type, &part->node);
    if (err == RISTA_SUCCESS)
      rista_add_size(owner, part->node);
    return err;
  }
  if (!rista_holds_trees(type)) {
    for (int i = 0; i < type->leaves && err == RISTA_SUCCESS; i++)
      err = rista_decode_leaf(decoder, &type->leaf[i], &part[i]);
    return err;
  }
  for (int i = 0; i < type->fields && err == RISTA_SUCCESS; i++) {
    err = rista_decode_parts(decoder, type->field[i].type, owner, part);
    part += type->field[i].type->leaves;
  }
  return err;
}

// Reads a sum made by this variant. The caller owns `out`, also after a failure.
static int rista_decode_sum(struct rista_decoder *decoder, const struct rista_entry_type *type, int64_t chosen,
                            struct rista_node **out) {
  const struct rista_variant *variant = &type->variant[chosen];
  *out = rista_node_new(decoder->core, type, chosen);
  int err = *out == NULL ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;
  union rista_leaf *part = err == RISTA_SUCCESS ? (*out)->parts : NULL;
  for (int i = 0; i < variant->payloads && err == RISTA_SUCCESS; i++) {
    const struct rista_entry_type *payload = &rista_types[variant->payload[i]];
    err = rista_decode_parts(decoder, payload, *out, part);
    part += payload->leaves;
  }
  return err;
}

// Makes one leaf of all elements, which is stored as one array.
static int rista_decode_column(struct rista_decoder *decoder, struct rista_node *node, int number) {
  const struct rista_entry_type *type = node->type, *element = type->element;
  const struct rista_leaf_type *leaf = &element->leaf[number];
  const int64_t *shape = NULL;
  const char *from = NULL;
  int64_t count;
  union rista_leaf *part = node->parts + type->rank + number;
  int err = rista_decode_sizes(decoder, type->rank + leaf->rank, &shape, &count);
  if (err == RISTA_SUCCESS && memcmp(shape, node->parts, (size_t)type->rank * sizeof(int64_t)) != 0)
    err = rista_decode_fail(decoder, "sizes are not those of the array's other parts");
  if (err == RISTA_SUCCESS && leaf->tree == NULL)
    err = rista_decode_scalars(decoder, leaf->elem, count, &from);
  int64_t stride = node->chosen > 0 ? count / node->chosen * rista_type_bytes[leaf->elem] : 0;
  for (int64_t i = 0; i < node->chosen && err == RISTA_SUCCESS; i++, part += element->leaves) {
    if (leaf->tree == NULL) {
      err = rista_decode_elements(decoder, leaf, shape + type->rank, from, part);
      from = stride > 0 ? from + stride : from;
    } else {
      err = rista_decode_open(decoder, leaf->tree, &part->node);
      if (err == RISTA_SUCCESS)
        rista_add_size(node, part->node);
    }
  }
  return err;
}

static int rista_decode_array(struct rista_decoder *decoder, const struct rista_entry_type *type,
                              struct rista_node **out) {
  const int64_t *shape = NULL;
  int64_t count, start = decoder->at[0];
  int err = rista_decode_sizes(decoder, type->rank, &shape, &count);
  // Each element has a node, and each node a number.
  if (err == RISTA_SUCCESS && count > decoder->tree->arrays[0]->count)
    err = rista_decode_fail(decoder, "more elements are wanted than there are");
  *out = err == RISTA_SUCCESS ? rista_node_new(decoder->core, type, count) : NULL;
  if (*out == NULL)
    return err == RISTA_SUCCESS ? RISTA_OUT_OF_MEMORY : err;
  memcpy((*out)->parts, shape, (size_t)type->rank * sizeof(int64_t));
  decoder->at[0] = start;
  for (int i = 0; i < type->element->leaves && err == RISTA_SUCCESS; i++)
    err = rista_decode_column(decoder, *out, i);
  return err;
}

static int rista_decode_tree(struct rista_decoder *decoder, const struct rista_entry_type *type,
                             struct rista_node **out) {
  if (rista_is_data(type))
    return rista_decode_open(decoder, type, out);
  if (type->element != NULL)
    return rista_decode_array(decoder, type, out);
  int64_t chosen;
  int err = rista_decode_number(decoder, type->variants, "is no constructor", &chosen);
  return err == RISTA_SUCCESS ? rista_decode_sum(decoder, type, chosen, out) : err;
}

// Reads the next node. Variants are numbered through all recursive types.
static int rista_decode_node(struct rista_decoder *decoder) {
  const struct rista_entry_type *root = decoder->tree->type;
  struct rista_node *node = NULL;
  int64_t number;
  int at = 0, err = rista_decode_number(decoder, INT64_MAX, "is no constructor", &number);
  if (err != RISTA_SUCCESS)
    return err;
  for (; at < root->datas && number >= rista_types[root->data[at]].variants; at++)
    number -= rista_types[root->data[at]].variants;
  if (at == root->datas)
    return rista_decode_fail(decoder, "is no constructor");
  err = rista_decode_sum(decoder, &rista_types[root->data[at]], number, &node);
  if (node != NULL) {
    node->next = decoder->open;
    decoder->open = node;
  }
  return err;
}

// Makes the node if it does not exist.
static int rista_tree_open(struct rista_context *core, struct rista_tree *tree) {
  if (tree->node != NULL)
    return RISTA_SUCCESS;
  struct rista_decoder decoder = {.core = core, .tree = tree};
  int64_t count = 0;
  int err = RISTA_SUCCESS;
  for (int i = 0; i < tree->type->fields && err == RISTA_SUCCESS; i++)
    err = rista_on_host(core, tree->arrays[i]->block, false);
  if (err == RISTA_SUCCESS)
    err = rista_decode_number(&decoder, INT64_MAX, "is no number of values", &count);
  for (int64_t i = 0; i < count && err == RISTA_SUCCESS; i++)
    err = rista_decode_node(&decoder);
  if (err == RISTA_SUCCESS)
    err = rista_decode_tree(&decoder, tree->type, &tree->node);
  bool all = decoder.open == NULL;
  for (int i = 0; i < tree->type->fields; i++)
    all = all && decoder.at[i] == tree->arrays[i]->count;
  if (err == RISTA_SUCCESS && !all)
    err = rista_decode_fail(&decoder, "the value ends, and there is more");
  if (err == RISTA_SUCCESS)
    return RISTA_SUCCESS;
  rista_free_nodes(decoder.open);
  rista_node_drop(tree->node);
  tree->node = NULL;
  return err;
}

// From nodes to arrays

// Conversion to arrays, which are written from their ends after a first pass that counts their sizes. `open` lists the
// nodes still to be written.
struct rista_encoder {
  struct rista_context *core;
  struct rista_tree *tree;
  int64_t at[RISTA_PARTS];
  bool filling;
  const struct rista_node **open;
  int64_t height;
  int64_t room;
};

static void rista_encode_number(struct rista_encoder *encoder, int64_t number) {
  encoder->at[0]--;
  if (encoder->filling)
    ((int64_t *)encoder->tree->arrays[0]->block)[encoder->at[0]] = number;
}

static void rista_encode_numbers(struct rista_encoder *encoder, int64_t count, const int64_t *numbers) {
  for (int64_t i = count - 1; i >= 0; i--)
    rista_encode_number(encoder, numbers[i]);
}

// Writes or counts the elements of a leaf.
static int rista_encode_elements(struct rista_encoder *encoder, const struct rista_leaf_type *leaf,
                                 const union rista_leaf *part) {
  int stream = rista_stream(encoder->tree->type, leaf->elem);
  int64_t count = leaf->rank > 0 ? part->array->count : 1, bytes = rista_type_bytes[leaf->elem];
  encoder->at[stream] -= count;
  if (!encoder->filling || count == 0)
    return RISTA_SUCCESS;
  int err = leaf->rank > 0 ? rista_on_host(encoder->core, part->array->block, false) : RISTA_SUCCESS;
  if (err == RISTA_SUCCESS)
    memcpy((char *)encoder->tree->arrays[stream]->block + encoder->at[stream] * bytes,
           leaf->rank > 0 ? part->array->block : (const void *)part, (size_t)(count * bytes));
  return err;
}

static int rista_encode_open(struct rista_encoder *encoder, const struct rista_node *node) {
  if (encoder->height == encoder->room) {
    int64_t room = encoder->room * 2 + 64;
    void *longer = realloc(encoder->open, (size_t)room * sizeof(struct rista_node *));
    if (longer == NULL)
      return RISTA_OUT_OF_MEMORY;
    encoder->open = longer;
    encoder->room = room;
  }
  encoder->open[encoder->height++] = node;
  return RISTA_SUCCESS;
}

static int rista_encode_tree(struct rista_encoder *encoder, const struct rista_node *node);

static int rista_encode_parts(struct rista_encoder *encoder, const struct rista_entry_type *type,
                              const union rista_leaf *part) {
  int err = RISTA_SUCCESS;
  if (rista_is_tree(type))
    return rista_encode_tree(encoder, part->node);
  if (!rista_holds_trees(type)) {
    for (int i = type->leaves - 1; i >= 0 && err == RISTA_SUCCESS; i--) {
      err = rista_encode_elements(encoder, &type->leaf[i], &part[i]);
      if (type->leaf[i].rank > 0)
        rista_encode_numbers(encoder, part[i].array->rank, part[i].array->shape);
    }
    return err;
  }
  part += type->leaves;
  for (int i = type->fields - 1; i >= 0 && err == RISTA_SUCCESS; i--) {
    part -= type->field[i].type->leaves;
    err = rista_encode_parts(encoder, type->field[i].type, part);
  }
  return err;
}

// Writes or counts the payload of a sum.
static int rista_encode_payload(struct rista_encoder *encoder, const struct rista_node *node) {
  const struct rista_variant *variant = &node->type->variant[node->chosen];
  const union rista_leaf *part = node->parts + rista_part_count(node->type, node->chosen);
  int err = RISTA_SUCCESS;
  for (int i = variant->payloads - 1; i >= 0 && err == RISTA_SUCCESS; i--) {
    part -= rista_types[variant->payload[i]].leaves;
    err = rista_encode_parts(encoder, &rista_types[variant->payload[i]], part);
  }
  return err;
}

static int rista_encode_column(struct rista_encoder *encoder, const struct rista_node *node, int number) {
  const struct rista_entry_type *type = node->type, *element = type->element;
  const struct rista_leaf_type *leaf = &element->leaf[number];
  const union rista_leaf *first = node->parts + type->rank + number;
  int err = RISTA_SUCCESS;
  for (int64_t i = node->chosen - 1; i >= 0 && err == RISTA_SUCCESS; i--) {
    const union rista_leaf *part = first + i * element->leaves;
    err = leaf->tree != NULL ? rista_encode_open(encoder, part->node) : rista_encode_elements(encoder, leaf, part);
  }
  for (int dim = leaf->rank - 1; dim >= 0; dim--)
    rista_encode_number(encoder, node->chosen > 0 ? first->array->shape[dim] : 0);
  for (int dim = type->rank - 1; dim >= 0; dim--)
    rista_encode_number(encoder, node->parts[dim].i64);
  return err;
}

static int rista_encode_tree(struct rista_encoder *encoder, const struct rista_node *node) {
  const struct rista_entry_type *type = node->type;
  int err = RISTA_SUCCESS;
  if (rista_is_data(type))
    return rista_encode_open(encoder, node);
  if (type->element != NULL) {
    for (int i = type->element->leaves - 1; i >= 0 && err == RISTA_SUCCESS; i--)
      err = rista_encode_column(encoder, node, i);
    return err;
  }
  err = rista_encode_payload(encoder, node);
  rista_encode_number(encoder, node->chosen);
  return err;
}

// Writes or counts the value. Each node is visited before its parts, so that it follows them in the arrays.
static int rista_encode(struct rista_encoder *encoder) {
  const struct rista_entry_type *root = encoder->tree->type;
  int64_t count = 0;
  encoder->height = 0;
  int err = rista_encode_tree(encoder, encoder->tree->node);
  for (; encoder->height > 0 && err == RISTA_SUCCESS; count++) {
    const struct rista_node *node = encoder->open[--encoder->height];
    int64_t number = node->chosen;
    for (int i = 0; &rista_types[root->data[i]] != node->type; i++)
      number += rista_types[root->data[i]].variants;
    err = rista_encode_payload(encoder, node);
    rista_encode_number(encoder, number);
  }
  rista_encode_number(encoder, count);
  return err;
}

// Makes the arrays if they do not exist.
static int rista_tree_write(struct rista_context *core, struct rista_tree *tree) {
  if (tree->arrays[0] != NULL)
    return RISTA_SUCCESS;
  // The node knows its size, so the limit is checked before counting.
  if (tree->node->size > RISTA_MOST_NODES)
    return RISTA_OUT_OF_MEMORY;
  void *room = malloc((size_t)(tree->node->size + 1) * sizeof(int64_t));
  if (room == NULL)
    return RISTA_OUT_OF_MEMORY;
  free(room);
  struct rista_encoder encoder = {.core = core, .tree = tree};
  int err = rista_encode(&encoder);
  for (int i = 0; i < tree->type->fields && err == RISTA_SUCCESS; i++) {
    encoder.at[i] = -encoder.at[i];
    int64_t bytes = rista_type_bytes[tree->type->field[i].type->elem];
    err = rista_array_alloc(core, &tree->arrays[i], bytes, 1, &encoder.at[i]);
  }
  encoder.filling = true;
  if (err == RISTA_SUCCESS)
    err = rista_encode(&encoder);
  free(encoder.open);
  for (int i = 0; i < tree->type->fields && err != RISTA_SUCCESS; i++) {
    rista_array_drop(tree->arrays[i]);
    tree->arrays[i] = NULL;
  }
  return err;
}

// Parts of nodes

// Stores a copy of a leaf in a node.
static int rista_put_part(struct rista_context *core, const struct rista_leaf_type *type, const union rista_leaf *leaf,
                          struct rista_node *owner, union rista_leaf *part) {
  if (type->rank > 0)
    return rista_array_share(leaf->array, &part->array);
  if (type->tree == NULL) {
    *part = *leaf;
    return RISTA_SUCCESS;
  }
  int err = rista_tree_open(core, leaf->tree);
  if (err != RISTA_SUCCESS)
    return err;
  part->node = leaf->tree->node;
  part->node->references++;
  rista_add_size(owner, part->node);
  return RISTA_SUCCESS;
}

// Makes a leaf for a part of a node.
static int rista_take_part(const struct rista_leaf_type *type, const union rista_leaf *part, union rista_leaf *leaf) {
  if (type->rank > 0)
    return rista_array_share(part->array, &leaf->array);
  *leaf = *part;
  if (type->tree == NULL)
    return RISTA_SUCCESS;
  part->node->references++;
  leaf->tree = rista_tree_new(type->tree, part->node);
  return leaf->tree == NULL ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;
}
