// Arrays of the interface, whose types stay incomplete: each is a `struct rista_array`. A handle holds one reference to
// its block; several handles may refer to the same one. The context's lock guards reference counts. A call that consumes a
// handle leaves it to be freed.

struct rista_array {
  const struct rista_context *owner; // Context of the handle.
  bool consumed;
  void *block;
  int64_t bytes; // Of one element.
  int64_t count; // Number of elements.
  int64_t rank;
  int64_t shape[];
};

// Returns the product of the sizes, or -1 if one is negative or there are too many elements.
static int64_t rista_count(int64_t bytes, int64_t rank, const int64_t *shape) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t i = 0; i < rank; i++) {
    if (shape[i] < 0)
      return -1;
    empty = empty || shape[i] == 0;
  }
  for (int64_t i = 0; i < rank && !empty; i++) {
    if (count > (INT64_MAX / 2 - 128) / bytes / shape[i])
      return -1;
    count *= shape[i];
  }
  return empty ? 0 : count;
}

// Makes a handle for the block, taking over a reference; returns NULL if there is no memory.
static struct rista_array *rista_array_wrap(const struct rista_context *owner, void *block, int64_t bytes,
                                            int64_t rank, const int64_t *shape) {
  struct rista_array *array = malloc(sizeof(struct rista_array) + (size_t)rank * sizeof(int64_t));
  if (array == NULL)
    return NULL;
  array->owner = owner;
  array->consumed = false;
  array->block = block;
  array->bytes = bytes;
  array->count = rista_count(bytes, rank, shape);
  array->rank = rank;
  memcpy(array->shape, shape, (size_t)rank * sizeof(int64_t));
  return array;
}

static void rista_array_drop(struct rista_array *array) {
  if (array == NULL)
    return;
  rista_drop(array->block);
  free(array);
}

// Fails if the context cannot use the value behind a handle. `what` and `number` name the argument in the message.
static int rista_check_handle(struct rista_context *core, const char *what, int number,
                              const struct rista_context *owner, bool consumed) {
  if (owner != core)
    return rista_fail(core, "%s%d belongs to another context", what, number);
  if (consumed)
    return rista_fail(core, "%s%d was consumed by an earlier call", what, number);
  return RISTA_SUCCESS;
}

static int rista_check_array_handle(struct rista_context *core, const char *what, int number,
                                    const struct rista_array *array) {
  if (array == NULL)
    return rista_fail(core, "%s%d is NULL", what, number);
  return rista_check_handle(core, what, number, array->owner, array->consumed);
}

// Allocates an array whose elements the host writes.
static int rista_array_alloc(struct rista_context *core, struct rista_array **out, int64_t bytes, int64_t rank,
                             const int64_t *shape) {
  int64_t count = rista_count(bytes, rank, shape);
  if (count < 0)
    return rista_fail(core, "an array has a negative size or too many elements");
  void *block = rista_alloc(core, NULL, count, bytes);
  if (block == NULL)
    return RISTA_OUT_OF_MEMORY;
  rista_on_host(core, block, true);
  *out = rista_array_wrap(core, block, bytes, rank, shape);
  if (*out == NULL) {
    rista_drop(block);
    return RISTA_OUT_OF_MEMORY;
  }
  return RISTA_SUCCESS;
}

// Allocates an array of zeros; without elements if there is no shape.
static int rista_array_alloc_zeros(struct rista_context *core, struct rista_array **out, int64_t bytes, int64_t rank,
                                   const int64_t *shape) {
  int64_t *zeros = shape == NULL ? calloc((size_t)rank, sizeof(int64_t)) : NULL;
  if (shape == NULL && zeros == NULL)
    return RISTA_OUT_OF_MEMORY;
  int err = rista_array_alloc(core, out, bytes, rank, shape == NULL ? zeros : shape);
  free(zeros);
  if (err == RISTA_SUCCESS && (*out)->count > 0)
    memset((*out)->block, 0, (size_t)((*out)->count * bytes));
  return err;
}

static struct rista_array *rista_array_new(struct futhark_context *ctx, const void *data, int64_t bytes, int64_t rank,
                                           const int64_t *shape) {
  struct rista_array *array = NULL;
  if (!rista_lock(ctx))
    return NULL;
  bool given = data != NULL || rista_count(bytes, rank, shape) <= 0;
  int err = given ? rista_array_alloc(&ctx->core, &array, bytes, rank, shape)
                  : rista_fail(&ctx->core, "the elements of the array are NULL");
  rista_unlock(ctx, err);
  if (err != RISTA_SUCCESS)
    return NULL;
  if (array->count > 0)
    memcpy(array->block, data, (size_t)(array->count * bytes));
  return array;
}

static int rista_array_free(struct futhark_context *ctx, struct rista_array *array) {
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  int err = array == NULL ? RISTA_SUCCESS : rista_check_handle(&ctx->core, "argument ", 0, array->owner, false);
  if (err == RISTA_SUCCESS)
    rista_array_drop(array);
  return rista_unlock(ctx, err);
}

static int rista_array_values(struct futhark_context *ctx, const struct rista_array *array, void *data) {
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  int err = rista_check_array_handle(&ctx->core, "argument ", 0, array);
  if (err == RISTA_SUCCESS)
    err = rista_fetch(&ctx->core, data, array->block, 0, array->count * array->bytes);
  return rista_unlock(ctx, err);
}

// Returns the elements, which the caller may change until the array is used again; NULL on failure.
static void *rista_array_raw(struct futhark_context *ctx, struct rista_array *array) {
  if (!rista_lock(ctx))
    return NULL;
  int err = rista_check_array_handle(&ctx->core, "argument ", 0, array);
  if (err == RISTA_SUCCESS)
    err = rista_on_host(&ctx->core, array->block, true);
  rista_unlock(ctx, err);
  return err == RISTA_SUCCESS ? array->block : NULL;
}

static int rista_array_index(struct futhark_context *ctx, const struct rista_array *array, void *out,
                             const int64_t *index) {
  int64_t at = 0;
  if (!rista_lock(ctx))
    return RISTA_PROGRAM_ERROR;
  int err = rista_check_array_handle(&ctx->core, "argument ", 0, array);
  for (int64_t i = 0; err == RISTA_SUCCESS && i < array->rank; i++) {
    if (index[i] < 0 || index[i] >= array->shape[i])
      err = rista_fail(&ctx->core, "index %" PRId64 " is out of bounds for a dimension of size %" PRId64, index[i],
                       array->shape[i]);
    else
      at = at * array->shape[i] + index[i];
  }
  if (err == RISTA_SUCCESS)
    err = rista_fetch(&ctx->core, out, array->block, at * array->bytes, array->bytes);
  return rista_unlock(ctx, err);
}

// Returns the sizes; NULL on failure.
static const int64_t *rista_array_shape(struct futhark_context *ctx, const struct rista_array *array) {
  if (!rista_lock(ctx))
    return NULL;
  int err = rista_check_array_handle(&ctx->core, "argument ", 0, array);
  rista_unlock(ctx, err);
  return err == RISTA_SUCCESS ? array->shape : NULL;
}

// Copies the array's block.
static int rista_duplicate(struct rista_context *core, const struct rista_array *array, void **out) {
  int64_t bytes = array->count * array->bytes;
  *out = rista_alloc(core, NULL, array->count, array->bytes);
  if (*out == NULL)
    return RISTA_OUT_OF_MEMORY;
  int err = rista_transfer(core, *out, 0, array->block, 0, bytes);
  if (err != RISTA_SUCCESS)
    *out = rista_drop(*out);
  return err;
}

// Makes `*block` a block that the call may overwrite. If another handle refers to the block, or it is a constant of the
// program, the call gets a copy.
static int rista_own(struct rista_context *core, const struct rista_array *array, void **block) {
  if (*block == NULL || rista_header(*block)->references == 2)
    return RISTA_SUCCESS;
  void *fresh = NULL;
  int err = rista_duplicate(core, array, &fresh);
  if (err != RISTA_SUCCESS)
    return err;
  rista_drop(*block);
  *block = fresh;
  return RISTA_SUCCESS;
}

// Makes a handle for a result, taking over the reference in `*block`.
static int rista_result(const struct rista_context *core, struct rista_array **out, void **block, int64_t bytes,
                        int64_t rank, const int64_t *shape) {
  *out = rista_array_wrap(core, *block, bytes, rank, shape);
  if (*out == NULL)
    return RISTA_OUT_OF_MEMORY;
  *block = NULL;
  return RISTA_SUCCESS;
}
