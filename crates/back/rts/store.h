// Opaque values as bytes: their leaves, one after the other, in the binary form of values.

// Number of bytes before the elements of a leaf.
static size_t rista_head_bytes(const struct rista_leaf_type *leaf) { return 7 + 8 * (size_t)leaf->rank; }

static int64_t rista_leaf_count(const struct rista_leaf_type *type, const union rista_leaf *leaf) {
  return type->rank > 0 ? leaf->array->count : 1;
}

static void rista_write_head(unsigned char *to, const struct rista_leaf_type *type, const int64_t *shape) {
  char name[5];
  snprintf(name, sizeof(name), "%4s", rista_type_names[type->elem]);
  to[0] = 'b';
  to[1] = 2;
  to[2] = (unsigned char)type->rank;
  memcpy(to + 3, name, 4);
  if (type->rank > 0)
    memcpy(to + 7, shape, 8 * (size_t)type->rank);
}

static int rista_store(struct futhark_context *ctx, const struct rista_entry_type *type, const void *opaque, void **p,
                       size_t *n) {
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  union rista_leaf leaves[RISTA_PARTS];
  int err = rista_take_flats(&ctx->core, "argument ", 0, type, opaque, leaves);
  if (err != RISTA_SUCCESS)
    return rista_unlock(ctx, err);
  size_t bytes = 0;
  for (int i = 0; i < type->flats; i++)
    bytes += rista_head_bytes(&type->flat[i]) +
             (size_t)(rista_leaf_count(&type->flat[i], &leaves[i]) * rista_type_bytes[type->flat[i].elem]);
  *n = bytes;
  if (p == NULL)
    return rista_unlock(ctx, RISTA_SUCCESS);
  if (*p == NULL)
    *p = malloc(bytes > 0 ? bytes : 1);
  if (*p == NULL)
    return rista_unlock(ctx, RISTA_OUT_OF_MEMORY);
  err = rista_leaves_on_host(&ctx->core, type->flat, type->flats, leaves);
  if (err != RISTA_SUCCESS)
    return rista_unlock(ctx, err);
  unsigned char *to = *p;
  for (int i = 0; i < type->flats; i++) {
    const struct rista_leaf_type *leaf = &type->flat[i];
    size_t size = (size_t)(rista_leaf_count(leaf, &leaves[i]) * rista_type_bytes[leaf->elem]);
    rista_write_head(to, leaf, leaf->rank > 0 ? leaves[i].array->shape : NULL);
    to += rista_head_bytes(leaf);
    if (size > 0)
      memcpy(to, rista_leaf_data(leaf, &leaves[i]), size);
    to += size;
  }
  return rista_unlock(ctx, RISTA_SUCCESS);
}

// Reads a leaf from the bytes at `*from`, and advances it.
static int rista_restore_leaf(struct rista_context *core, const struct rista_entry_type *type, int number,
                              const unsigned char **from, union rista_leaf *out) {
  const struct rista_leaf_type *leaf = &type->flat[number];
  unsigned char head[7];
  rista_write_head(head, &(struct rista_leaf_type){.elem = leaf->elem, .rank = 0}, NULL);
  head[2] = (unsigned char)leaf->rank;
  if (memcmp(head, *from, 7) != 0)
    return rista_fail(core, "the bytes are not those of a stored value of type %s", type->name);
  if (leaf->rank > 0) {
    int64_t *shape = malloc((size_t)leaf->rank * sizeof(int64_t));
    if (shape == NULL)
      return RISTA_OUT_OF_MEMORY;
    memcpy(shape, *from + 7, 8 * (size_t)leaf->rank);
    int err = rista_array_alloc(core, &out->array, rista_type_bytes[leaf->elem], leaf->rank, shape);
    free(shape);
    if (err != RISTA_SUCCESS)
      return err;
  }
  *from += rista_head_bytes(leaf);
  size_t size = (size_t)(rista_leaf_count(leaf, out) * rista_type_bytes[leaf->elem]);
  unsigned char *to = rista_leaf_data(leaf, out);
  if (size > 0)
    memcpy(to, *from, size);
  for (size_t i = 0; leaf->elem == RISTA_BOOL && i < size; i++)
    to[i] = to[i] != 0;
  *from += size;
  return RISTA_SUCCESS;
}

// Returns the stored value, or NULL on failure.
static void *rista_restore(struct futhark_context *ctx, const struct rista_entry_type *type, const void *p) {
  union rista_leaf leaves[RISTA_PARTS];
  const unsigned char *from = p;
  struct rista_opaque *opaque = NULL;
  int made = 0, err = RISTA_SUCCESS;
  if (!rista_lock(ctx))
    return NULL;
  memset(leaves, 0, sizeof(leaves));
  if (p == NULL)
    err = rista_fail(&ctx->core, "argument 0 is NULL");
  for (; made < type->flats && err == RISTA_SUCCESS; made++)
    err = rista_restore_leaf(&ctx->core, type, made, &from, &leaves[made]);
  if (err == RISTA_SUCCESS)
    err = rista_check_sizes(&ctx->core, type, type->flat, type->flats, leaves);
  if (err == RISTA_SUCCESS)
    err = rista_give_flats(&ctx->core, type, leaves, &opaque);
  else
    rista_drop_leaves(type->flat, made, leaves); // The leaves that were not read are NULL.
  rista_unlock(ctx, err);
  return opaque;
}
