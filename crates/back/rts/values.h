// Values in the binary form: 'b', version 2, the rank, a type name of four characters, the sizes as little-endian 64-bit
// integers, and the elements in row-major order.

// Reads a value of this rank and type into `*block` (an array, a fresh reference) or `*scalar`; returns an error code.
static int rista_read_value(struct rista_context *ctx, FILE *from, const char *type, int64_t bytes, int rank,
                            int64_t *shape, void **block, void *scalar) {
  unsigned char head[7];
  if (fread(head, 1, 7, from) != 7 || head[0] != 'b' || head[1] != 2)
    return rista_fail(ctx, "the input is not a value in binary form");
  if (head[2] != rank || memcmp(head + 3, type, 4) != 0)
    return rista_fail(ctx, "the input has another type than the entry point takes");
  int64_t count = 1;
  for (int i = 0; i < rank; i++) {
    if (fread(&shape[i], 8, 1, from) != 1 || shape[i] < 0 ||
        (shape[i] > 0 && count > INT64_MAX / 64 / shape[i]))
      return rista_fail(ctx, "the input ends early or has a bad size");
    count *= shape[i];
  }
  void *to = scalar;
  if (rank > 0) {
    to = *block = rista_alloc(ctx, NULL, count, bytes);
    if (to == NULL)
      return RISTA_OUT_OF_MEMORY;
    rista_on_host(ctx, to, true);
  }
  if (fread(to, (size_t)bytes, (size_t)count, from) != (size_t)count)
    return rista_fail(ctx, "the input ends early");
  return RISTA_SUCCESS;
}

static void rista_write_value(FILE *to, const char *type, int64_t bytes, int rank, const int64_t *shape, const void *data) {
  unsigned char head[3] = {'b', 2, (unsigned char)rank};
  fwrite(head, 1, 3, to);
  fwrite(type, 1, 4, to);
  int64_t count = 1;
  for (int i = 0; i < rank; i++) {
    fwrite(&shape[i], 8, 1, to);
    count *= shape[i];
  }
  fwrite(data, (size_t)bytes, (size_t)count, to);
}
