// Calls of foreign functions, whose lengths are of type int.

// Converts a length to an int; fails if it does not fit.
static inline int rista_foreign_length(struct rista_context *ctx, const char *name, int64_t length) {
  if (length > INT32_MAX)
    return rista_fail(ctx, "The foreign function %s cannot take %" PRId64 " elements.", name, length);
  return RISTA_SUCCESS;
}

// Computes the number of elements from the lengths that a foreign function returned; fails if they are invalid.
static inline int rista_foreign_count(struct rista_context *ctx, const char *name, const int *lengths, int rank,
                                      const void *data, int64_t *count) {
  *count = 1;
  for (int i = 0; i < rank; i++) {
    if (lengths[i] < 0)
      return rista_fail(ctx, "The foreign function %s returned a length of %d.", name, lengths[i]);
    if (lengths[i] > 0 && *count > INT64_MAX / lengths[i])
      return RISTA_OUT_OF_MEMORY;
    *count *= lengths[i];
  }
  if (*count > 0 && data == NULL)
    return rista_fail(ctx, "The foreign function %s returned no elements.", name);
  return RISTA_SUCCESS;
}

// Allocates a block for a result, to be filled on the host.
static inline int rista_foreign_block(struct rista_context *ctx, void **block, int64_t count, int64_t bytes) {
  *block = rista_alloc(ctx, NULL, count, bytes);
  return *block == NULL ? RISTA_OUT_OF_MEMORY : rista_on_host(ctx, *block, true);
}

// Converts offsets of rows to ints; fails if they do not fit.
static inline int rista_foreign_segments(struct rista_context *ctx, const char *name, int64_t count, void *offsets,
                                         int **segments) {
  int err = rista_foreign_length(ctx, name, count);
  if (err == RISTA_SUCCESS)
    err = rista_on_host(ctx, offsets, false);
  if (err != RISTA_SUCCESS)
    return err;
  *segments = malloc((size_t)count * sizeof(int) + 1);
  if (*segments == NULL)
    return RISTA_OUT_OF_MEMORY;
  // The last offset is the largest. It is the number of elements or of the next level's segments, which is checked as a
  // length.
  for (int64_t i = 0; i < count; i++)
    (*segments)[i] = (int)((const int64_t *)offsets)[i];
  return RISTA_SUCCESS;
}

// Makes a block of the offsets that a foreign function returned, and their end; fails if they are invalid.
static inline int rista_foreign_offsets(struct rista_context *ctx, const char *name, const int *segments,
                                        int64_t count, void **block, int *end) {
  if (count < 1 || segments == NULL)
    return rista_fail(ctx, "The foreign function %s returned no segment descriptors.", name);
  int err = rista_foreign_block(ctx, block, count, sizeof(int64_t));
  if (err != RISTA_SUCCESS)
    return err;
  int last = 0;
  for (int64_t i = 0; i < count; i++) {
    if (i == 0 ? segments[i] != 0 : segments[i] < last)
      return rista_fail(ctx, "The foreign function %s returned segment descriptors that do not ascend from 0.", name);
    last = segments[i];
    ((int64_t *)*block)[i] = last;
  }
  *end = last;
  return RISTA_SUCCESS;
}
