// Opaque values, and calls of entry points. An argument of any type is a pointer to a scalar, or the handle of an array
// or opaque value. A result, a scalar or a handle, is stored where `out` points. Values projected from others share
// their arrays.

struct rista_opaque {
  const struct rista_context *owner; // Context of the handle.
  bool consumed;
  const struct rista_entry_type *type;
  union rista_leaf leaves[];
};

static inline void *rista_leaf_data(const struct rista_leaf_type *type, const union rista_leaf *leaf) {
  return type->rank > 0 ? leaf->array->block : (void *)leaf;
}

// Fails unless the context can use the handle as a value of this type.
static int rista_check_opaque(struct rista_context *core, const char *what, int number,
                              const struct rista_entry_type *type, const struct rista_opaque *opaque) {
  if (opaque == NULL)
    return rista_fail(core, "%s%d is NULL", what, number);
  int err = rista_check_handle(core, what, number, opaque->owner, opaque->consumed);
  if (err == RISTA_SUCCESS && opaque->type != type)
    err = rista_fail(core, "%s%d is of type %s, not %s", what, number, opaque->type->name, type->name);
  return err;
}

// Borrows the leaves of a value. `what` and `number` name the value in the message.
static int rista_take_leaves(struct rista_context *core, const char *what, int number,
                             const struct rista_entry_type *type, const void *value, union rista_leaf *leaves) {
  if (value == NULL)
    return rista_fail(core, "%s%d is NULL", what, number);
  int err = RISTA_SUCCESS;
  if (type->form == RISTA_PRIMITIVE)
    memcpy(leaves, value, (size_t)rista_type_bytes[type->elem]);
  else if (type->form == RISTA_PLAIN_ARRAY) {
    err = rista_check_array_handle(core, what, number, value);
    leaves->array = (struct rista_array *)value;
  } else {
    err = rista_check_opaque(core, what, number, type, value);
    if (err == RISTA_SUCCESS)
      memcpy(leaves, ((const struct rista_opaque *)value)->leaves, (size_t)type->leaves * sizeof(union rista_leaf));
  }
  return err;
}

static void rista_drop_leaves(const struct rista_leaf_type *type, int count, union rista_leaf *leaves) {
  for (int i = 0; i < count; i++)
    if (type[i].rank > 0)
      rista_array_drop(leaves[i].array);
    else if (type[i].tree != NULL)
      rista_tree_drop(leaves[i].tree);
}

static void rista_opaque_drop(struct rista_opaque *opaque) {
  if (opaque == NULL)
    return;
  rista_drop_leaves(opaque->type->leaf, opaque->type->leaves, opaque->leaves);
  free(opaque);
}

// Drops a value that is stored as a result of the type.
static void rista_drop_value(const struct rista_entry_type *type, union rista_leaf *value) {
  if (type->form == RISTA_PLAIN_ARRAY)
    rista_array_drop(value->array);
  else if (type->form != RISTA_PRIMITIVE)
    rista_opaque_drop(value->opaque);
}

// Turns borrowed leaves into owned ones that share their blocks.
static int rista_share_leaves(const struct rista_leaf_type *type, int count, union rista_leaf *leaves) {
  for (int i = 0; i < count; i++) {
    if (type[i].tree != NULL)
      leaves[i].tree->references++;
    else if (type[i].rank > 0 && rista_array_share(leaves[i].array, &leaves[i].array) != RISTA_SUCCESS) {
      rista_drop_leaves(type, i, leaves);
      return RISTA_OUT_OF_MEMORY;
    }
  }
  return RISTA_SUCCESS;
}

// Returns the value of these leaves as a result, taking them over.
static int rista_give(struct rista_context *core, const struct rista_entry_type *type, union rista_leaf *leaves,
                      void *out) {
  if (type->form == RISTA_PRIMITIVE) {
    memcpy(out, leaves, (size_t)rista_type_bytes[type->elem]);
    return RISTA_SUCCESS;
  }
  if (type->form == RISTA_PLAIN_ARRAY) {
    memcpy(out, &leaves->array, sizeof(leaves->array));
    return RISTA_SUCCESS;
  }
  size_t bytes = (size_t)type->leaves * sizeof(union rista_leaf);
  struct rista_opaque *opaque = malloc(sizeof(struct rista_opaque) + bytes);
  if (opaque == NULL) {
    rista_drop_leaves(type->leaf, type->leaves, leaves);
    return RISTA_OUT_OF_MEMORY;
  }
  opaque->owner = core;
  opaque->consumed = false;
  opaque->type = type;
  memcpy(opaque->leaves, leaves, bytes);
  memcpy(out, &opaque, sizeof(opaque));
  return RISTA_SUCCESS;
}

static int rista_share_and_give(struct rista_context *core, const struct rista_entry_type *type,
                                union rista_leaf *leaves, void *out) {
  int err = rista_share_leaves(type->leaf, type->leaves, leaves);
  return err == RISTA_SUCCESS ? rista_give(core, type, leaves, out) : err;
}

// Borrows the leaves of a value in the form of calls.
static int rista_take_flats(struct rista_context *core, const char *what, int number,
                            const struct rista_entry_type *type, const void *value, union rista_leaf *flats) {
  union rista_leaf leaves[RISTA_PARTS];
  int err = rista_take_leaves(core, what, number, type, value, rista_holds_trees(type) ? leaves : flats);
  for (int i = 0; rista_holds_trees(type) && i < type->leaves && err == RISTA_SUCCESS; i++) {
    if (type->leaf[i].tree == NULL) {
      *flats++ = leaves[i];
      continue;
    }
    err = rista_tree_write(core, leaves[i].tree);
    for (int j = 0; j < type->leaf[i].tree->fields; j++)
      (flats++)->array = leaves[i].tree->arrays[j];
  }
  return err;
}

// Returns the value of these leaves, in the form of calls, as a result, taking them over.
static int rista_give_flats(struct rista_context *core, const struct rista_entry_type *type, union rista_leaf *flats,
                            void *out) {
  if (!rista_holds_trees(type))
    return rista_give(core, type, flats, out);
  union rista_leaf leaves[RISTA_PARTS];
  union rista_leaf *flat = flats;
  for (int i = 0; i < type->leaves; i++) {
    const struct rista_entry_type *tree = type->leaf[i].tree;
    if (tree == NULL) {
      leaves[i] = *flat++;
      continue;
    }
    leaves[i].tree = rista_tree_new(tree, NULL);
    if (leaves[i].tree == NULL) {
      rista_drop_leaves(type->leaf, i, leaves);
      rista_drop_leaves(type->flat + (flat - flats), type->flats - (int)(flat - flats), flat);
      return RISTA_OUT_OF_MEMORY;
    }
    for (int j = 0; j < tree->fields; j++)
      leaves[i].tree->arrays[j] = (flat++)->array;
  }
  return rista_give(core, type, leaves, out);
}

// Checks that the leaves of one array have the same outer sizes.
static int rista_check_sizes(struct rista_context *core, const struct rista_entry_type *type,
                             const struct rista_leaf_type *types, int count, const union rista_leaf *leaves) {
  for (int i = 0; i < count; i++) {
    const struct rista_leaf_type *leaf = &types[i];
    for (int dim = 0; dim < leaf->shared; dim++) {
      int64_t found = leaves[i].array->shape[dim], expected = leaves[leaf->like].array->shape[dim];
      if (found != expected)
        return rista_fail(core, "the parts of an array of type %s have %" PRId64 " and %" PRId64 " elements",
                          type->name, expected, found);
    }
  }
  return RISTA_SUCCESS;
}

static int64_t rista_tag(const struct rista_leaf_type *type, const union rista_leaf *leaf, int64_t at) {
  const void *data = rista_leaf_data(type, leaf);
  return type->elem == RISTA_I8 ? ((const int8_t *)data)[at] : ((const int32_t *)data)[at];
}

// Returns the number of an array's outer sizes that are defined: all of them if some value uses the array's slot, or
// else those down to the innermost tag at which no value uses it.
static int rista_meant_sizes(const struct rista_leaf_type *types, const union rista_leaf *leaves, int number) {
  const struct rista_leaf_type *type = &types[number];
  for (int depth = 0; depth < type->conditions; depth++) {
    int innermost = type->condition[depth].tag;
    int64_t count = types[innermost].rank > 0 ? leaves[innermost].array->count : 1;
    bool used = false;
    for (int64_t at = 0; at < count && !used; at++) {
      used = true;
      for (int i = 0; i <= depth && used; i++) {
        const struct rista_condition *condition = &type->condition[i];
        int64_t own = types[condition->tag].rank > 0 ? leaves[condition->tag].array->count : 1;
        used = rista_tag(&types[condition->tag], &leaves[condition->tag], at / (count / own)) == condition->variant;
      }
    }
    if (!used)
      return types[innermost].rank;
  }
  return type->rank;
}

// Makes the contents of the leaves valid on the host.
static int rista_leaves_on_host(struct rista_context *core, const struct rista_leaf_type *type, int count,
                                const union rista_leaf *leaves) {
  int err = RISTA_SUCCESS;
  for (int i = 0; i < count && err == RISTA_SUCCESS; i++)
    if (type[i].rank > 0)
      err = rista_on_host(core, leaves[i].array->block, false);
  return err;
}

// Removes the elements from arrays in slots that no value uses. The leaves must be owned.
static void rista_settle(const struct rista_entry_type *type, union rista_leaf *leaves) {
  for (int i = 0; i < type->leaves; i++) {
    if (type->leaf[i].conditions == 0)
      continue;
    int meant = rista_meant_sizes(type->leaf, leaves, i);
    for (int dim = meant; dim < type->leaf[i].rank; dim++) {
      leaves[i].array->shape[dim] = 0;
      leaves[i].array->count = 0;
    }
  }
}

static int rista_opaque_free(struct futhark_context *ctx, struct rista_opaque *opaque) {
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  int err = opaque == NULL ? RISTA_SUCCESS : rista_check_handle(&ctx->core, "argument ", 0, opaque->owner, false);
  if (err == RISTA_SUCCESS)
    rista_opaque_drop(opaque);
  return rista_unlock(ctx, err);
}

// Makes a record from its fields, an array of records from arrays of fields, or a tree from its arrays.
static int rista_new_record(struct futhark_context *ctx, const struct rista_entry_type *type, const void *const *parts,
                            void *out) {
  union rista_leaf leaves[RISTA_PARTS];
  int at = 0, err = RISTA_SUCCESS;
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  for (int i = 0; i < type->fields && err == RISTA_SUCCESS; i++) {
    err = rista_take_leaves(&ctx->core, "field ", i, type->field[i].type, parts[i], leaves + at);
    at += type->field[i].type->leaves;
  }
  if (err == RISTA_SUCCESS)
    err = rista_check_sizes(&ctx->core, type, type->leaf, type->leaves, leaves);
  if (err == RISTA_SUCCESS && rista_is_tree(type)) {
    err = rista_share_leaves(type->flat, type->flats, leaves);
    if (err == RISTA_SUCCESS)
      err = rista_give_flats(&ctx->core, type, leaves, out);
  } else if (err == RISTA_SUCCESS)
    err = rista_share_and_give(&ctx->core, type, leaves, out);
  return rista_unlock(ctx, err);
}

// Returns a field of a record, the array of a field of an array of records, or one of a tree's arrays.
static int rista_project(struct futhark_context *ctx, const struct rista_entry_type *type, const void *object,
                         int field, void *out) {
  union rista_leaf leaves[RISTA_PARTS];
  int at = 0;
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  // A tree's fields are not its leaves, but those in the form of calls.
  int err = rista_is_tree(type) ? rista_take_flats(&ctx->core, "argument ", 0, type, object, leaves)
                                : rista_take_leaves(&ctx->core, "argument ", 0, type, object, leaves);
  for (int i = 0; i < field; i++)
    at += type->field[i].type->leaves;
  if (err == RISTA_SUCCESS)
    err = rista_share_and_give(&ctx->core, type->field[field].type, leaves + at, out);
  return rista_unlock(ctx, err);
}

// Finds the number of an object's variant.
static int rista_find_variant(struct rista_context *core, const struct rista_entry_type *type, const void *object,
                              int *out) {
  int err = rista_check_opaque(core, "argument ", 0, type, object);
  if (err != RISTA_SUCCESS)
    return err;
  const union rista_leaf *leaf = ((const struct rista_opaque *)object)->leaves;
  if (rista_is_tree(type)) {
    err = rista_tree_open(core, leaf->tree);
    if (err == RISTA_SUCCESS)
      *out = (int)leaf->tree->node->chosen;
    return err;
  }
  int64_t tag = rista_tag(&type->leaf[0], leaf, 0);
  if (tag < 0 || tag >= type->variants)
    return rista_fail(core, "a value of type %s has no variant %" PRId64, type->name, tag);
  *out = (int)tag;
  return RISTA_SUCCESS;
}

// Returns the number of the variant, or -1 on failure.
static int rista_variant(struct futhark_context *ctx, const struct rista_entry_type *type, const void *object) {
  int variant = -1;
  if (!rista_lock(ctx))
    return -1;
  rista_unlock(ctx, rista_find_variant(&ctx->core, type, object, &variant));
  return variant;
}

// Makes leaves of zeros and arrays without elements.
static int rista_empty_leaves(struct rista_context *core, const struct rista_entry_type *type,
                              union rista_leaf *leaves) {
  memset(leaves, 0, (size_t)type->leaves * sizeof(union rista_leaf));
  for (int i = 0; i < type->leaves; i++) {
    const struct rista_leaf_type *leaf = &type->leaf[i];
    if (leaf->rank == 0)
      continue;
    int err = rista_array_alloc_zeros(core, &leaves[i].array, rista_type_bytes[leaf->elem], leaf->rank, NULL);
    if (err != RISTA_SUCCESS) {
      rista_drop_leaves(type->leaf, i, leaves);
      return err;
    }
  }
  return RISTA_SUCCESS;
}

// Stores the payload's leaves in their slots, replacing the previous contents.
static int rista_place_payload(struct rista_context *core, const struct rista_variant *variant,
                               const void *const *parts, union rista_leaf *leaves) {
  const int *place = variant->place;
  for (int i = 0; i < variant->payloads; i++) {
    const struct rista_entry_type *type = &rista_types[variant->payload[i]];
    union rista_leaf own[RISTA_PARTS];
    int err = rista_take_leaves(core, "payload ", i, type, parts[i], own);
    if (err == RISTA_SUCCESS)
      err = rista_share_leaves(type->leaf, type->leaves, own);
    if (err != RISTA_SUCCESS)
      return err;
    for (int j = 0; j < type->leaves; j++, place++) {
      if (type->leaf[j].rank > 0)
        rista_array_drop(leaves[*place].array);
      memcpy(&leaves[*place], &own[j],
             type->leaf[j].rank > 0 ? sizeof(own[j]) : (size_t)rista_type_bytes[type->leaf[j].elem]);
    }
  }
  return RISTA_SUCCESS;
}

// Makes a tree of this variant.
static int rista_new_tree(struct rista_context *core, const struct rista_entry_type *type, int number,
                          const void *const *parts, union rista_leaf *out) {
  const struct rista_variant *variant = &type->variant[number];
  struct rista_node *node = rista_node_new(core, type, number);
  if (node == NULL)
    return RISTA_OUT_OF_MEMORY;
  union rista_leaf *part = node->parts;
  int err = RISTA_SUCCESS;
  for (int i = 0; i < variant->payloads && err == RISTA_SUCCESS; i++) {
    const struct rista_entry_type *payload = &rista_types[variant->payload[i]];
    union rista_leaf own[RISTA_PARTS] = {{0}};
    err = rista_take_leaves(core, "payload ", i, payload, parts[i], own);
    for (int j = 0; j < payload->leaves && err == RISTA_SUCCESS; j++)
      err = rista_put_part(core, &payload->leaf[j], &own[j], node, part++);
  }
  if (err != RISTA_SUCCESS) {
    rista_node_drop(node);
    return err;
  }
  out->tree = rista_tree_new(type, node);
  return out->tree == NULL ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;
}

static int rista_new_variant(struct futhark_context *ctx, const struct rista_entry_type *type, int variant,
                             const void *const *parts, void *out) {
  union rista_leaf leaves[RISTA_PARTS];
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  if (rista_is_tree(type)) {
    int err = rista_new_tree(&ctx->core, type, variant, parts, leaves);
    return rista_unlock(ctx, err == RISTA_SUCCESS ? rista_give(&ctx->core, type, leaves, out) : err);
  }
  int err = rista_empty_leaves(&ctx->core, type, leaves);
  if (err == RISTA_SUCCESS) {
    if (type->leaf[0].elem == RISTA_I8)
      leaves[0].i8 = (int8_t)variant;
    else
      leaves[0].i32 = variant;
    err = rista_place_payload(&ctx->core, &type->variant[variant], parts, leaves);
    if (err == RISTA_SUCCESS)
      err = rista_give(&ctx->core, type, leaves, out);
    else
      rista_drop_leaves(type->leaf, type->leaves, leaves);
  }
  return rista_unlock(ctx, err);
}

// Returns copies of a node's parts that make up a value of this type as a result.
static int rista_give_parts(struct rista_context *core, const struct rista_entry_type *type,
                            const union rista_leaf *part, void *out) {
  union rista_leaf leaves[RISTA_PARTS];
  for (int i = 0; i < type->leaves; i++) {
    int err = rista_take_part(&type->leaf[i], &part[i], &leaves[i]);
    if (err != RISTA_SUCCESS) {
      rista_drop_leaves(type->leaf, i, leaves);
      return err;
    }
  }
  return rista_give(core, type, leaves, out);
}

// Returns a payload of the sum, whose leaves are in these slots, or parts of its node from the first one on.
static int rista_give_payload(struct rista_context *core, const struct rista_entry_type *type,
                              const struct rista_entry_type *payload, const void *object, const int *place, void *out) {
  const union rista_leaf *all = ((const struct rista_opaque *)object)->leaves;
  union rista_leaf leaves[RISTA_PARTS];
  if (rista_is_tree(type))
    return rista_give_parts(core, payload, all->tree->node->parts + (payload->leaves > 0 ? *place : 0), out);
  for (int i = 0; i < payload->leaves; i++)
    leaves[i] = all[place[i]];
  return rista_share_and_give(core, payload, leaves, out);
}

static int rista_destruct(struct futhark_context *ctx, const struct rista_entry_type *type, int variant,
                          const void *object, void *const *outs) {
  const struct rista_variant *chosen = &type->variant[variant];
  const int *place = chosen->place;
  union rista_leaf values[RISTA_PARTS];
  int made = 0, found = variant;
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  int err = rista_find_variant(&ctx->core, type, object, &found);
  if (err == RISTA_SUCCESS && found != variant)
    err = rista_fail(&ctx->core, "the value of type %s is made by #%s, not by #%s", type->name,
                     type->variant[found].name, chosen->name);
  for (; made < chosen->payloads && err == RISTA_SUCCESS; made++) {
    const struct rista_entry_type *payload = &rista_types[chosen->payload[made]];
    err = rista_give_payload(&ctx->core, type, payload, object, place, &values[made]);
    if (payload->leaves > 0)
      place += payload->leaves;
  }
  // The last payload does not exist if its creation failed.
  for (int i = 0; i < made; i++) {
    const struct rista_entry_type *payload = &rista_types[chosen->payload[i]];
    if (err == RISTA_SUCCESS)
      memcpy(outs[i], &values[i],
             payload->form == RISTA_PRIMITIVE ? (size_t)rista_type_bytes[payload->elem] : sizeof(void *));
    else if (i + 1 < made)
      rista_drop_value(payload, &values[i]);
  }
  return rista_unlock(ctx, err);
}

// Adds or removes a reference to the arrays that an entry point consumes and trees keep, so that the call copies them.
static void rista_keep_consumed(const struct rista_entry *entry, const union rista_leaf *taken, bool begins) {
  for (int i = 0; i < entry->params; i++) {
    const struct rista_entry_type *type = entry->param[i].type;
    for (int j = 0; j < type->flats; j++, taken++) {
      if (!entry->param[i].consumed || !rista_holds_trees(type) || type->flat[j].rank == 0)
        continue;
      if (begins)
        rista_retain(taken->array->block);
      else
        rista_drop(taken->array->block);
    }
  }
}

// Marks the handles that an entry point consumes. A handle may be an argument twice.
static void rista_consume(const struct rista_entry *entry, const void *const *in) {
  for (int i = 0; i < entry->params; i++) {
    enum rista_form form = entry->param[i].type->form;
    if (!entry->param[i].consumed || form == RISTA_PRIMITIVE)
      continue;
    if (form == RISTA_PLAIN_ARRAY)
      ((struct rista_array *)in[i])->consumed = true;
    else
      ((struct rista_opaque *)in[i])->consumed = true;
  }
}

// Calls an entry point.
static int rista_enter_at(struct futhark_context *ctx, int number, const void *const *in, void *out) {
  const struct rista_entry *entry = &rista_entries[number];
  union rista_leaf taken[RISTA_PARTS], given[RISTA_PARTS];
  int at = 0, err = RISTA_SUCCESS;
  if (!rista_enter(ctx))
    return RISTA_PROGRAM_ERROR;
  for (int i = 0; i < entry->params && err == RISTA_SUCCESS; i++) {
    err = rista_take_flats(&ctx->core, "argument in", i, entry->param[i].type, in[i], taken + at);
    at += entry->param[i].type->flats;
  }
  if (err == RISTA_SUCCESS) {
    rista_keep_consumed(entry, taken, true);
    err = entry->call(&ctx->core, taken, given);
    rista_keep_consumed(entry, taken, false);
    rista_consume(entry, in);
  }
  if (err == RISTA_SUCCESS)
    err = rista_give_flats(&ctx->core, entry->result, given, out);
  return rista_leave(ctx, number, err);
}
