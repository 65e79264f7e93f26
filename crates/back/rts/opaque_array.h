// Access to the elements of arrays of any type. An array of scalars is its own only leaf.

// Returns the number of the element at an index, or -1 if the index is out of bounds.
static int64_t rista_position(struct rista_context *core, const int64_t *shape, int rank, const int64_t *index) {
  int64_t at = 0;
  for (int i = 0; i < rank; i++) {
    if (index[i] < 0 || index[i] >= shape[i]) {
      rista_fail(core, "index %" PRId64 " is out of bounds for a dimension of size %" PRId64, index[i],
                 shape[i]);
      return -1;
    }
    at = at * shape[i] + index[i];
  }
  return at;
}

// Returns the number of elements of a leaf that belong to one element of the array. The array has `rank` dimensions.
static int64_t rista_stride(const struct rista_array *array, int rank) {
  int64_t count = 1;
  for (int64_t i = rank; i < array->rank; i++)
    count *= array->shape[i];
  return count;
}

// Returns fresh leaves with the element at a position.
static int rista_element(struct rista_context *core, const struct rista_entry_type *type,
                         const union rista_leaf *leaves, int64_t at, union rista_leaf *out) {
  memset(out, 0, (size_t)type->leaves * sizeof(union rista_leaf));
  for (int i = 0; i < type->element->leaves; i++) {
    const struct rista_leaf_type *leaf = &type->element->leaf[i];
    const struct rista_array *array = leaves[i].array;
    int64_t stride = rista_stride(array, type->rank);
    if (leaf->rank > 0) {
      int err = rista_array_alloc(core, &out[i].array, array->bytes, leaf->rank, array->shape + type->rank);
      if (err != RISTA_SUCCESS) {
        rista_drop_leaves(type->element->leaf, i, out);
        return err;
      }
    }
    int64_t bytes = stride * array->bytes;
    int err = rista_fetch(core, rista_leaf_data(leaf, &out[i]), array->block, at * bytes, bytes);
    if (err != RISTA_SUCCESS) {
      rista_drop_leaves(type->element->leaf, i + 1, out);
      return err;
    }
  }
  rista_settle(type->element, out);
  return RISTA_SUCCESS;
}

// Returns the sizes of the array, valid as long as the array is; NULL after a failure.
static const int64_t *rista_sizes_of(struct rista_context *core, const struct rista_entry_type *type,
                                     const void *object, int *err) {
  union rista_leaf leaves[RISTA_PARTS];
  *err = rista_take_leaves(core, "argument ", 0, type, object, leaves);
  if (*err == RISTA_SUCCESS && rista_is_tree(type))
    *err = rista_tree_open(core, leaves[0].tree);
  if (*err != RISTA_SUCCESS)
    return NULL;
  return rista_is_tree(type) ? &leaves[0].tree->node->parts[0].i64 : leaves[0].array->shape;
}

static const int64_t *rista_shape(struct futhark_context *ctx, const struct rista_entry_type *type,
                                  const void *object) {
  int err;
  if (!rista_lock(ctx))
    return NULL;
  const int64_t *shape = rista_sizes_of(&ctx->core, type, object, &err);
  rista_unlock(ctx, err);
  return shape;
}

static int rista_index(struct futhark_context *ctx, const struct rista_entry_type *type, const void *object,
                       const int64_t *index, void *out) {
  union rista_leaf leaves[RISTA_PARTS], found[RISTA_PARTS];
  int err;
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  const int64_t *shape = rista_sizes_of(&ctx->core, type, object, &err);
  int64_t at = err == RISTA_SUCCESS ? rista_position(&ctx->core, shape, type->rank, index) : -1;
  if (at >= 0)
    err = rista_take_leaves(&ctx->core, "argument ", 0, type, object, leaves);
  if (at >= 0 && err == RISTA_SUCCESS && rista_is_tree(type)) {
    const union rista_leaf *parts = leaves[0].tree->node->parts + type->rank;
    return rista_unlock(ctx, rista_give_parts(&ctx->core, type->element, parts + at * type->element->leaves, out));
  }
  if (err == RISTA_SUCCESS)
    err = at < 0 ? RISTA_PROGRAM_ERROR : rista_element(&ctx->core, type, leaves, at, found);
  if (err == RISTA_SUCCESS)
    err = rista_give(&ctx->core, type->element, found, out);
  return rista_unlock(ctx, err);
}

// Fails unless the sizes of an array agree with those of an element's leaf. -1 agrees with any size and is replaced.
static int rista_agree(struct rista_context *core, const struct rista_entry_type *type, int64_t *shape,
                       const union rista_leaf *element, int leaf) {
  int meant = rista_meant_sizes(type->element->leaf, element, leaf);
  for (int dim = 0; dim < meant; dim++) {
    int64_t size = element[leaf].array->shape[dim];
    if (shape[dim] >= 0 && shape[dim] != size)
      return rista_fail(core, "elements of an array of type %s have arrays of sizes %" PRId64 " and %" PRId64,
                        type->name, shape[dim], size);
    shape[dim] = size;
  }
  return RISTA_SUCCESS;
}

// Writes an element's leaf to its place in the array's leaf: zeros if the element does not use the leaf.
static void rista_put(const struct rista_entry_type *type, struct rista_array *array, int64_t at,
                      const union rista_leaf *element, int number) {
  int64_t bytes = rista_stride(array, type->rank) * array->bytes;
  bool same = number < type->element->leaves;
  for (int dim = 0; same && dim < type->element->leaf[number].rank; dim++)
    same = element[number].array->shape[dim] == array->shape[type->rank + dim];
  char *to = (char *)array->block + at * bytes;
  if (bytes > 0 && same)
    memcpy(to, rista_leaf_data(&type->element->leaf[number], &element[number]), (size_t)bytes);
  else if (bytes > 0)
    memset(to, 0, (size_t)bytes);
}

// Makes one leaf of the array with these elements.
static int rista_stack(struct rista_context *core, const struct rista_entry_type *type, int number,
                       const void *const *elements, int64_t count, const int64_t *dims, struct rista_array **out) {
  const struct rista_leaf_type *leaf = &type->leaf[number];
  int64_t *shape = malloc((size_t)leaf->rank * sizeof(int64_t));
  int err = shape == NULL ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;
  union rista_leaf element[RISTA_PARTS];
  for (int dim = 0; dim < leaf->rank && err == RISTA_SUCCESS; dim++)
    shape[dim] = dim < type->rank ? dims[dim] : -1;
  for (int64_t i = 0; i < count && err == RISTA_SUCCESS; i++) {
    err = rista_take_leaves(core, "element ", i > INT32_MAX ? -1 : (int)i, type->element, elements[i], element);
    if (err == RISTA_SUCCESS)
      err = rista_leaves_on_host(core, type->element->leaf, type->element->leaves, element);
    if (err == RISTA_SUCCESS && leaf->rank > type->rank)
      err = rista_agree(core, type, shape + type->rank, element, number);
  }
  for (int dim = type->rank; dim < leaf->rank && err == RISTA_SUCCESS; dim++)
    shape[dim] = shape[dim] < 0 ? 0 : shape[dim];
  if (err == RISTA_SUCCESS)
    err = rista_array_alloc(core, out, rista_type_bytes[leaf->elem], leaf->rank, shape);
  for (int64_t i = 0; i < count && err == RISTA_SUCCESS; i++) {
    err = rista_take_leaves(core, "element ", 0, type->element, elements[i], element);
    rista_put(type, *out, i, element, number);
  }
  free(shape);
  return err;
}

// Makes an array whose elements contain trees. Arrays inside of the elements must have one size.
static int rista_new_tree_array(struct rista_context *core, const struct rista_entry_type *type,
                                const void *const *elements, int64_t count, const int64_t *dims,
                                union rista_leaf *out) {
  const struct rista_entry_type *element = type->element;
  struct rista_node *node = rista_node_new(core, type, count);
  if (node == NULL)
    return RISTA_OUT_OF_MEMORY;
  memcpy(node->parts, dims, (size_t)type->rank * sizeof(int64_t));
  const union rista_leaf *first = node->parts + type->rank;
  union rista_leaf *part = node->parts + type->rank;
  int err = RISTA_SUCCESS;
  for (int64_t i = 0; i < count && err == RISTA_SUCCESS; i++) {
    union rista_leaf own[RISTA_PARTS] = {{0}};
    err = rista_take_leaves(core, "element ", i > INT32_MAX ? -1 : (int)i, element, elements[i], own);
    for (int j = 0; j < element->leaves && err == RISTA_SUCCESS; j++, part++) {
      for (int dim = 0; dim < element->leaf[j].rank && i > 0 && err == RISTA_SUCCESS; dim++)
        if (first[j].array->shape[dim] != own[j].array->shape[dim])
          err = rista_fail(core, "elements of an array of type %s have arrays of sizes %" PRId64 " and %" PRId64,
                           type->name, first[j].array->shape[dim], own[j].array->shape[dim]);
      if (err == RISTA_SUCCESS)
        err = rista_put_part(core, &element->leaf[j], &own[j], node, part);
    }
  }
  if (err != RISTA_SUCCESS) {
    rista_node_drop(node);
    return err;
  }
  out->tree = rista_tree_new(type, node);
  return out->tree == NULL ? RISTA_OUT_OF_MEMORY : RISTA_SUCCESS;
}

// Makes the array of these elements, which are given in row-major order.
static int rista_new_array(struct futhark_context *ctx, const struct rista_entry_type *type,
                           const void *const *elements, const int64_t *dims, void *out) {
  union rista_leaf leaves[RISTA_PARTS];
  int err = RISTA_SUCCESS, made = 0;
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  int64_t count = rista_count(8, type->rank, dims);
  if (count < 0)
    err = rista_fail(&ctx->core, "an array has a negative size or too many elements");
  if (err == RISTA_SUCCESS && rista_is_tree(type)) {
    err = rista_new_tree_array(&ctx->core, type, elements, count, dims, leaves);
    return rista_unlock(ctx, err == RISTA_SUCCESS ? rista_give(&ctx->core, type, leaves, out) : err);
  }
  for (; made < type->leaves && err == RISTA_SUCCESS; made++)
    err = rista_stack(&ctx->core, type, made, elements, count, dims, &leaves[made].array);
  if (err == RISTA_SUCCESS)
    err = rista_give(&ctx->core, type, leaves, out);
  else
    rista_drop_leaves(type->leaf, made - 1, leaves); // The last leaf was not made.
  return rista_unlock(ctx, err);
}

// Prepares an array's leaf for writing an element. If the leaf's block is shared, or has no room for the element's
// sizes because no element has any yet, `*fresh` becomes a copy or a larger array.
static int rista_open(struct rista_context *core, const struct rista_entry_type *type, const union rista_leaf *leaves,
                      const union rista_leaf *element, int number, struct rista_array **fresh) {
  const struct rista_array *array = leaves[number].array;
  int rank = type->leaf[number].rank, meant = rista_meant_sizes(type->leaf, leaves, number);
  int64_t *shape = malloc((size_t)rank * sizeof(int64_t));
  if (shape == NULL)
    return RISTA_OUT_OF_MEMORY;
  bool grows = false;
  for (int dim = 0; dim < rank; dim++)
    shape[dim] = dim < meant || dim < type->rank ? array->shape[dim] : -1;
  int err = rank > type->rank ? rista_agree(core, type, shape + type->rank, element, number) : RISTA_SUCCESS;
  for (int dim = 0; dim < rank; dim++) {
    shape[dim] = shape[dim] < 0 ? 0 : shape[dim];
    grows = grows || shape[dim] != array->shape[dim];
  }
  if (err == RISTA_SUCCESS && (grows || array->block == NULL || rista_header(array->block)->references != 1)) {
    err = rista_array_alloc_zeros(core, fresh, array->bytes, rank, shape);
    if (err == RISTA_SUCCESS && !grows && array->count > 0)
      err = rista_transfer(core, (*fresh)->block, 0, array->block, 0, array->count * array->bytes);
  }
  free(shape);
  return err;
}

// Writes an element into an array. Other handles of the array's elements are not affected.
static int rista_set(struct futhark_context *ctx, const struct rista_entry_type *type, void *object,
                     const void *value, const int64_t *index) {
  union rista_leaf leaves[RISTA_PARTS], element[RISTA_PARTS];
  struct rista_array *fresh[RISTA_PARTS] = {NULL};
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  int err = rista_take_leaves(&ctx->core, "argument ", 0, type, object, leaves);
  if (err == RISTA_SUCCESS && rista_is_tree(type))
    err = rista_fail(&ctx->core, "elements of type %s are not written to", type->name);
  if (err == RISTA_SUCCESS)
    err = rista_take_leaves(&ctx->core, "argument ", 1, type->element, value, element);
  if (err == RISTA_SUCCESS)
    err = rista_leaves_on_host(&ctx->core, type->leaf, type->leaves, leaves);
  if (err == RISTA_SUCCESS)
    err = rista_leaves_on_host(&ctx->core, type->element->leaf, type->element->leaves, element);
  int64_t at = err == RISTA_SUCCESS ? rista_position(&ctx->core, leaves[0].array->shape, type->rank, index) : -1;
  if (err == RISTA_SUCCESS && at < 0)
    err = RISTA_PROGRAM_ERROR;
  for (int i = 0; i < type->leaves && err == RISTA_SUCCESS; i++)
    err = rista_open(&ctx->core, type, leaves, element, i, &fresh[i]);
  for (int i = 0; i < type->leaves && err == RISTA_SUCCESS; i++) {
    struct rista_array *array = leaves[i].array;
    if (fresh[i] != NULL) {
      void *old = array->block;
      array->block = fresh[i]->block;
      array->count = fresh[i]->count;
      memcpy(array->shape, fresh[i]->shape, (size_t)array->rank * sizeof(int64_t));
      fresh[i]->block = old;
    }
    rista_on_host(&ctx->core, array->block, true);
    rista_put(type, array, at, element, i);
  }
  if (err == RISTA_SUCCESS)
    rista_settle(type, leaves);
  for (int i = 0; i < type->leaves; i++)
    rista_array_drop(fresh[i]);
  return rista_unlock(ctx, err);
}
