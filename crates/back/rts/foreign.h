// Calls of foreign functions, for which lengths are of type int.

// A length as foreign functions take it, or a failure.
static inline int rista_foreign_length(struct rista_context *ctx, const char *name, int64_t length) {
  if (length > INT32_MAX)
    return rista_fail(ctx, "The foreign function %s cannot take %" PRId64 " elements.", name, length);
  return RISTA_SUCCESS;
}

// How many elements there are of the lengths that a foreign function gave, or a failure.
static inline int rista_foreign_count(struct rista_context *ctx, const char *name, const int *lengths, int rank,
                                      const void *data, int64_t *count) {
  *count = 1;
  for (int i = 0; i < rank; i++) {
    if (lengths[i] < 0)
      return rista_fail(ctx, "The foreign function %s gave a length of %d.", name, lengths[i]);
    if (lengths[i] > 0 && *count > INT64_MAX / lengths[i])
      return RISTA_OUT_OF_MEMORY;
    *count *= lengths[i];
  }
  if (*count > 0 && data == NULL)
    return rista_fail(ctx, "The foreign function %s gave no elements.", name);
  return RISTA_SUCCESS;
}

// A block for a result, to be filled on the host.
static inline int rista_foreign_block(struct rista_context *ctx, void **block, int64_t count, int64_t bytes) {
  *block = rista_alloc(ctx, NULL, count, bytes);
  return *block == NULL ? RISTA_OUT_OF_MEMORY : rista_on_host(ctx, *block, true);
}
