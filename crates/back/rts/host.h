// Calls of entry points on arrays of the host. The arguments of all parameters are leaves in order: `in` points to
// scalars and to elements, and `sizes` holds the sizes of all arrays, one after the other. Results likewise: `out` points
// to where a scalar or a pointer to elements goes, and `out_sizes` to where each size goes.

// Makes a leaf of an argument.
static int rista_put_leaf(struct rista_context *core, const struct rista_param *param,
                          const struct rista_leaf_type *type, const void *data, const int64_t *sizes,
                          union rista_leaf *leaf) {
  int64_t bytes = rista_type_bytes[type->elem];
  if (type->rank == 0) {
    memcpy(leaf, data, (size_t)bytes);
    return RISTA_SUCCESS;
  }
  if (data == NULL && rista_count(bytes, type->rank, sizes) > 0)
    return rista_fail(core, "the elements of argument %s are NULL", param->name);
  int err = rista_array_alloc(core, &leaf->array, bytes, type->rank, sizes);
  if (err == RISTA_SUCCESS && leaf->array->count > 0)
    memcpy(leaf->array->block, data, (size_t)(leaf->array->count * bytes));
  return err;
}

// Copies the elements of result arrays to memory of the caller's.
static int rista_copy_results(struct rista_context *core, const struct rista_entry_type *type,
                              const union rista_leaf *leaves, void **copies) {
  for (int i = 0; i < type->flats; i++) {
    if (type->flat[i].rank == 0)
      continue;
    int64_t bytes = leaves[i].array->count * leaves[i].array->bytes;
    copies[i] = malloc(bytes > 0 ? (size_t)bytes : 1);
    if (copies[i] == NULL)
      return RISTA_OUT_OF_MEMORY;
    int err = rista_fetch(core, copies[i], leaves[i].array->block, 0, bytes);
    if (err != RISTA_SUCCESS)
      return err;
  }
  return RISTA_SUCCESS;
}

// Stores the results, which all exist; takes over the copies.
static void rista_store_results(const struct rista_entry_type *type, const union rista_leaf *leaves, void **copies,
                                void *const *out, int64_t *const *out_sizes) {
  for (int i = 0; i < type->flats; i++) {
    if (type->flat[i].rank == 0) {
      memcpy(out[i], &leaves[i], (size_t)rista_type_bytes[type->flat[i].elem]);
      continue;
    }
    memcpy(out[i], &copies[i], sizeof(copies[i]));
    copies[i] = NULL;
    for (int dim = 0; dim < type->flat[i].rank; dim++)
      **out_sizes++ = leaves[i].array->shape[dim];
  }
}

static int rista_call_on_host(struct futhark_context *ctx, int number, const void *const *in, const int64_t *sizes,
                              void *const *out, int64_t *const *out_sizes) {
  const struct rista_entry *entry = &rista_entries[number];
  union rista_leaf given[RISTA_PARTS] = {{0}}, made[RISTA_PARTS];
  void *copies[RISTA_PARTS] = {NULL};
  int err = RISTA_SUCCESS;
  if (!rista_enter(ctx))
    return RISTA_PROGRAM_ERROR;
  for (int i = 0, at = 0; i < entry->params && err == RISTA_SUCCESS; i++) {
    const struct rista_entry_type *type = entry->param[i].type;
    for (int j = 0; j < type->flats && err == RISTA_SUCCESS; j++, at++) {
      err = rista_put_leaf(&ctx->core, &entry->param[i], &type->flat[j], in[at], sizes, &given[at]);
      sizes += type->flat[j].rank;
    }
  }
  if (err == RISTA_SUCCESS) {
    err = entry->call(&ctx->core, given, made);
    if (err == RISTA_SUCCESS) {
      err = rista_copy_results(&ctx->core, entry->result, made, copies);
      if (err == RISTA_SUCCESS)
        rista_store_results(entry->result, made, copies, out, out_sizes);
      rista_drop_leaves(entry->result->flat, entry->result->flats, made);
    }
  }
  for (int i = 0; i < entry->result->flats; i++)
    free(copies[i]);
  for (int i = 0, at = 0; i < entry->params; i++) {
    rista_drop_leaves(entry->param[i].type->flat, entry->param[i].type->flats, given + at);
    at += entry->param[i].type->flats;
  }
  return rista_leave(ctx, number, err);
}
