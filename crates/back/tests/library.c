// Uses a library through its interface. Prints the first check that fails, with its line, and exits with 1.

#include "lib.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: %s\n", __LINE__, #condition);                                                                   \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

// The linker replaces the allocation functions by these. One call fails, when `allocations_left` is 0.
static long allocations_left = -1;
static long blocks = 0; // Asked of `aligned_alloc` so far.
void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size) {
  return allocations_left >= 0 && allocations_left-- == 0 ? NULL : __real_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  blocks++;
  return allocations_left >= 0 && allocations_left-- == 0 ? NULL : __real_aligned_alloc(alignment, size);
}

static void expect_error(struct futhark_context *ctx, const char *part) {
  char *error = futhark_context_get_error(ctx);
  if (error == NULL || strstr(error, part) == NULL) {
    printf("expected \"%s\", got \"%s\"\n", part, error != NULL ? error : "no error");
    exit(1);
  }
  free(error);
  CHECK(futhark_context_get_error(ctx) == NULL);
}

static void arrays(struct futhark_context *ctx) {
  double data[6] = {1, 2, 3, 4, 5, 6}, back[6], one;
  struct futhark_f64_2d *a = futhark_new_f64_2d(ctx, data, 2, 3), *t;
  CHECK(a != NULL && futhark_shape_f64_2d(ctx, a)[0] == 2 && futhark_shape_f64_2d(ctx, a)[1] == 3);
  CHECK(futhark_index_f64_2d(ctx, &one, a, 1, 2) == FUTHARK_SUCCESS && one == 6);
  CHECK(futhark_index_f64_2d(ctx, &one, a, 1, 3) == FUTHARK_PROGRAM_ERROR);
  expect_error(ctx, "index 3 is out of bounds for a dimension of size 3");
  CHECK(futhark_index_f64_2d(ctx, &one, a, -1, 0) == FUTHARK_PROGRAM_ERROR); // Its message is dropped with the context.
  double corner;
  int64_t three;
  struct futhark_opaque_tup3_arr2d_f64_f64_i64 *parts;
  CHECK(futhark_entry_grid(ctx, &parts, a) == FUTHARK_SUCCESS);
  CHECK(futhark_project_opaque_tup3_arr2d_f64_f64_i64_v0(ctx, &t, parts) == 0);
  CHECK(futhark_project_opaque_tup3_arr2d_f64_f64_i64_v1(ctx, &corner, parts) == 0 && corner == 1);
  CHECK(futhark_project_opaque_tup3_arr2d_f64_f64_i64_v2(ctx, &three, parts) == 0 && three == 3);
  CHECK(futhark_free_opaque_tup3_arr2d_f64_f64_i64(ctx, parts) == 0);
  CHECK(futhark_context_sync(ctx) == FUTHARK_SUCCESS && futhark_values_f64_2d(ctx, t, back) == FUTHARK_SUCCESS);
  CHECK(back[1] == 4 && back[2] == 2 && futhark_shape_f64_2d(ctx, t)[0] == 3);
  CHECK(memcmp(futhark_values_raw_f64_2d(ctx, t), back, sizeof(back)) == 0);
  CHECK(futhark_free_f64_2d(ctx, a) == 0 && futhark_free_f64_2d(ctx, t) == 0);
  CHECK(futhark_new_f64_2d(ctx, data, -1, 3) == NULL);
  expect_error(ctx, "negative");
  CHECK(futhark_new_f64_2d(ctx, data, INT64_MAX, INT64_MAX) == NULL);
  expect_error(ctx, "too many");
  a = futhark_new_f64_2d(ctx, NULL, 0, INT64_MAX);
  CHECK(a != NULL && futhark_values_f64_2d(ctx, a, NULL) == 0);
  // The program reads an element that does not exist.
  parts = NULL;
  CHECK(futhark_entry_grid(ctx, &parts, a) == FUTHARK_PROGRAM_ERROR && parts == NULL);
  CHECK(futhark_free_f64_2d(ctx, a) == 0);
}

static void failures(struct futhark_context *ctx) {
  int64_t data[3] = {10, 20, 30}, one = -1;
  struct futhark_i64_1d *xs = futhark_new_raw_i64_1d(ctx, (unsigned char *)data, 3), *zeros = NULL;
  for (int round = 0; round < 3; round++) {
    CHECK(futhark_entry_pick(ctx, &one, xs, 3) == FUTHARK_PROGRAM_ERROR && one == -1);
    expect_error(ctx, "library.core:");
  }
  CHECK(futhark_entry_pick(ctx, &one, NULL, 0) == FUTHARK_PROGRAM_ERROR);
  expect_error(ctx, "argument in0 is NULL");
  CHECK(futhark_entry_main(ctx, &zeros, INT64_MAX) == FUTHARK_OUT_OF_MEMORY && zeros == NULL);
  expect_error(ctx, "out of memory");
  CHECK(futhark_entry_pick(ctx, &one, xs, 2) == FUTHARK_SUCCESS && one == 30);
  CHECK(futhark_context_get_error(ctx) == NULL);
  CHECK(futhark_free_i64_1d(ctx, xs) == 0);
}

static int32_t first(struct futhark_context *ctx, struct futhark_i32_1d *xs) {
  int32_t value = 0;
  CHECK(futhark_index_i32_1d(ctx, &value, xs, 0) == 0);
  return value;
}

// A consumed array may be overwritten, but nothing else that shares its elements.
static void sharing(struct futhark_context *ctx) {
  int32_t data[3] = {1, 2, 3};
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, 3), *ys, *zs, *constants;
  CHECK(futhark_entry_same(ctx, &ys, xs) == 0);
  CHECK(futhark_entry_set(ctx, &zs, ys, 0, 9) == 0);
  CHECK(first(ctx, xs) == 1 && first(ctx, zs) == 9);
  CHECK(futhark_free_i32_1d(ctx, xs) == 0 && futhark_free_i32_1d(ctx, ys) == 0);
  unsigned char *place = futhark_values_raw_i32_1d(ctx, zs);
  CHECK(futhark_entry_set(ctx, &ys, zs, 1, 8) == 0);
  CHECK(futhark_values_raw_i32_1d(ctx, ys) == place); // In place: no other handle has the elements.
  CHECK(futhark_entry_set(ctx, &xs, zs, 5, 8) == FUTHARK_PROGRAM_ERROR);
  CHECK(futhark_free_i32_1d(ctx, ys) == 0 && futhark_free_i32_1d(ctx, zs) == 0);
  for (int round = 0; round < 2; round++) {
    CHECK(futhark_entry_constantszq(ctx, &constants) == 0 && first(ctx, constants) == 5);
    CHECK(futhark_entry_set(ctx, &zs, constants, 0, 1) == 0 && first(ctx, zs) == 1);
    CHECK(futhark_free_i32_1d(ctx, constants) == 0 && futhark_free_i32_1d(ctx, zs) == 0);
  }
}

// A handle that cannot be used is an error in the call that gets it. Only the context that made a handle frees it.
static void handles(struct futhark_context *ctx, struct futhark_context *other) {
  int32_t data[3] = {1, 2, 3}, one;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, 3), *ys, *zs;
  CHECK(futhark_entry_same(other, &ys, xs) == FUTHARK_PROGRAM_ERROR);
  expect_error(other, "argument in0 belongs to another context");
  CHECK(futhark_index_i32_1d(other, &one, xs, 0) == FUTHARK_PROGRAM_ERROR);
  expect_error(other, "argument 0 belongs to another context");
  CHECK(futhark_values_i32_1d(other, xs, data) != 0 && futhark_values_raw_i32_1d(other, xs) == NULL);
  CHECK(futhark_shape_i32_1d(other, xs) == NULL && futhark_free_i32_1d(other, xs) == FUTHARK_PROGRAM_ERROR);
  expect_error(other, "argument 0 belongs to another context");
  CHECK(futhark_entry_set(ctx, &ys, xs, 0, 9) == 0 && first(ctx, ys) == 9);
  CHECK(futhark_entry_same(ctx, &zs, xs) == FUTHARK_PROGRAM_ERROR);
  expect_error(ctx, "argument in0 was consumed by an earlier call");
  CHECK(futhark_entry_set(ctx, &zs, xs, 0, 9) == FUTHARK_PROGRAM_ERROR);
  CHECK(futhark_values_i32_1d(ctx, xs, data) == FUTHARK_PROGRAM_ERROR && futhark_shape_i32_1d(ctx, xs) == NULL);
  expect_error(ctx, "argument 0 was consumed by an earlier call");
  CHECK(futhark_free_i32_1d(ctx, xs) == 0 && futhark_free_i32_1d(ctx, NULL) == 0);
  CHECK(futhark_values_i32_1d(ctx, NULL, data) == FUTHARK_PROGRAM_ERROR);
  expect_error(ctx, "argument 0 is NULL");
  CHECK(futhark_new_i32_1d(ctx, NULL, 3) == NULL);
  expect_error(ctx, "the elements of the array are NULL");
  struct futhark_opaque_tup3_arr2d_f64_f64_i64 *parts;
  double cell = 1;
  struct futhark_f64_2d *grid = futhark_new_f64_2d(ctx, &cell, 1, 1);
  CHECK(futhark_entry_grid(ctx, &parts, grid) == 0);
  CHECK(futhark_project_opaque_tup3_arr2d_f64_f64_i64_v1(other, &cell, parts) == FUTHARK_PROGRAM_ERROR);
  expect_error(other, "argument 0 belongs to another context");
  CHECK(futhark_free_opaque_tup3_arr2d_f64_f64_i64(other, parts) == FUTHARK_PROGRAM_ERROR);
  expect_error(other, "argument 0 belongs to another context");
  CHECK(futhark_free_opaque_tup3_arr2d_f64_f64_i64(ctx, parts) == 0 && futhark_free_f64_2d(ctx, grid) == 0);
  // Without a context there is no place for a message.
  CHECK(futhark_new_i32_1d(NULL, data, 3) == NULL && futhark_context_get_error(NULL) == NULL);
  CHECK(futhark_entry_same(NULL, &zs, ys) == FUTHARK_PROGRAM_ERROR);
  CHECK(futhark_index_i32_1d(NULL, &one, ys, 0) == FUTHARK_PROGRAM_ERROR && futhark_shape_i32_1d(NULL, ys) == NULL);
  CHECK(futhark_values_raw_i32_1d(NULL, ys) == NULL && futhark_free_i32_1d(NULL, ys) == FUTHARK_PROGRAM_ERROR);
  CHECK(futhark_context_sync(NULL) == FUTHARK_PROGRAM_ERROR && futhark_context_report(NULL) == NULL);
  CHECK(futhark_context_clear_caches(NULL) == FUTHARK_PROGRAM_ERROR);
  futhark_context_pause_profiling(NULL);
  CHECK(futhark_free_i32_1d(ctx, ys) == 0);
}

static void *many_calls(void *argument) {
  struct futhark_context *ctx = argument;
  for (int round = 0; round < 500; round++) {
    int32_t data[1] = {round};
    struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, 1), *ys;
    CHECK(futhark_entry_same(ctx, &ys, xs) == 0 && first(ctx, ys) == round);
    CHECK(futhark_free_i32_1d(ctx, xs) == 0 && first(ctx, ys) == round && futhark_free_i32_1d(ctx, ys) == 0);
  }
  return NULL;
}

static void threads(struct futhark_context *ctx) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&threads[i], NULL, many_calls, ctx) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}

static void configuration(struct futhark_context_config *cfg) {
  CHECK(futhark_get_tuning_param_count() == 0 && futhark_get_tuning_param_name(0) == NULL);
  CHECK(futhark_get_tuning_param_class(0) == NULL);
  CHECK(futhark_context_config_set_tuning_param(cfg, "size", 1) != 0);
  futhark_context_config_set_debugging(cfg, 1);
  futhark_context_config_set_profiling(cfg, 1);
  futhark_context_config_set_logging(cfg, 1);
  futhark_context_config_set_cache_file(cfg, "cache");
}

static void reports(struct futhark_context *ctx) {
  FILE *log = tmpfile();
  char text[256] = {0};
  int32_t data[1] = {1};
  futhark_context_set_logging_file(ctx, log);
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, 1), *ys;
  for (int round = 0; round < 3; round++) {
    if (round == 2)
      futhark_context_pause_profiling(ctx);
    CHECK(futhark_entry_same(ctx, &ys, xs) == 0 && futhark_free_i32_1d(ctx, ys) == 0);
  }
  futhark_context_unpause_profiling(ctx);
  char *report = futhark_context_report(ctx);
  CHECK(report != NULL && strstr(report, "\"name\":\"same\",\"description\":\"calls: 2\"") != NULL);
  free(report);
  rewind(log);
  CHECK(fgets(text, sizeof(text), log) != NULL && strncmp(text, "same: ", 6) == 0);
  futhark_context_set_logging_file(ctx, NULL);
  fclose(log);
  CHECK(futhark_context_clear_caches(ctx) == 0 && futhark_free_i32_1d(ctx, xs) == 0);
}

// Lets each allocation of a few calls fail in turn. The call must return an error, and no memory may be lost.
static void exhaustion(struct futhark_context *ctx) {
  double data[2] = {1, 2};
  for (long number = 0;; number++) {
    struct futhark_opaque_tup3_arr2d_f64_f64_i64 *t = NULL;
    struct futhark_f64_2d *a;
    futhark_context_clear_caches(ctx);
    allocations_left = number;
    a = futhark_new_f64_2d(ctx, data, 1, 2);
    int err = a == NULL ? FUTHARK_OUT_OF_MEMORY : futhark_entry_grid(ctx, &t, a);
    bool failed = allocations_left < 0;
    allocations_left = -1;
    CHECK(err == (failed ? FUTHARK_OUT_OF_MEMORY : FUTHARK_SUCCESS) && (t == NULL) == failed);
    if (failed)
      expect_error(ctx, "out of memory");
    else
      futhark_free_opaque_tup3_arr2d_f64_f64_i64(ctx, t);
    if (a != NULL)
      futhark_free_f64_2d(ctx, a);
    if (!failed) {
      CHECK(number >= 5); // The argument, its handle, the array of the result, its handle, the result.
      return;
    }
  }
}

// Makes an array with this first element; the others are 0.
static struct futhark_i32_1d *filled(struct futhark_context *ctx, int64_t count, int32_t element) {
  int32_t *data = calloc((size_t)count, sizeof(int32_t));
  data[0] = element;
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, count);
  free(data);
  CHECK(xs != NULL && first(ctx, xs) == element);
  return xs;
}

// A large freed block is used for the next array of its size. Cached blocks are freed if memory is short.
static void reuse(struct futhark_context *ctx) {
  long before = blocks;
  for (int round = 0; round < 5; round++)
    futhark_free_i32_1d(ctx, filled(ctx, 100000, round));
  CHECK(blocks == before + 1);
  struct futhark_i32_1d *xs = filled(ctx, 200000, 1), *ys = filled(ctx, 100000, 2);
  CHECK(blocks == before + 3 && first(ctx, xs) == 1); // The one that was kept and the longer one would be too much.
  futhark_free_i32_1d(ctx, xs);
  futhark_free_i32_1d(ctx, ys);
  xs = filled(ctx, 100000, 3);
  ys = filled(ctx, 190000, 4);
  CHECK(blocks == before + 3 && first(ctx, xs) == 3);
  futhark_free_i32_1d(ctx, ys);
  futhark_free_i32_1d(ctx, xs);
  allocations_left = 0;
  futhark_free_i32_1d(ctx, filled(ctx, 50000, 5));
  CHECK(allocations_left == -1 && blocks == before + 5);
  futhark_free_i32_1d(ctx, filled(ctx, 50000, 6));
  CHECK(futhark_context_clear_caches(ctx) == 0 && blocks == before + 5);
  futhark_free_i32_1d(ctx, filled(ctx, 50000, 7));
  CHECK(blocks == before + 6);
}

// Returns the number of bytes that the report gives for the name.
static int64_t reported(struct futhark_context *ctx, const char *name) {
  char key[32];
  snprintf(key, sizeof(key), "\"%s\":", name);
  char *report = futhark_context_report(ctx), *found = report != NULL ? strstr(report, key) : NULL;
  CHECK(found != NULL);
  int64_t bytes = strtoll(found + strlen(key), NULL, 10);
  free(report);
  return bytes;
}

// Block sizes are multiples of 64 bytes. Freed blocks are cached, but no more bytes than the peak of those in use.
static void accounting(struct futhark_context_config *cfg) {
  struct futhark_context *ctx = futhark_context_new(cfg);
  struct futhark_i32_1d *xs = filled(ctx, 1, 1), *ys = filled(ctx, 33, 2);
  CHECK(reported(ctx, "peak") == 256 && reported(ctx, "used") == 256 && reported(ctx, "cached") == 0);
  futhark_free_i32_1d(ctx, ys);
  CHECK(reported(ctx, "peak") == 256 && reported(ctx, "used") == 64 && reported(ctx, "cached") == 192);
  ys = filled(ctx, 17, 3); // Needs 128 bytes, and is given the 192.
  CHECK(reported(ctx, "peak") == 256 && reported(ctx, "used") == 256 && reported(ctx, "cached") == 0);
  futhark_free_i32_1d(ctx, ys);
  ys = filled(ctx, 16, 4); // More than twice as large is not given.
  CHECK(reported(ctx, "peak") == 256 && reported(ctx, "used") == 128 && reported(ctx, "cached") == 0);
  futhark_free_i32_1d(ctx, ys);
  futhark_free_i32_1d(ctx, xs);
  // Of three blocks that are large enough, the smallest is used.
  struct futhark_i32_1d *zs[3];
  for (int i = 0; i < 3; i++)
    zs[i] = filled(ctx, 4000 + 200 * ((i + 1) % 3), i);
  const unsigned char *least = futhark_values_raw_i32_1d(ctx, zs[2]);
  for (int i = 0; i < 3; i++)
    futhark_free_i32_1d(ctx, zs[i]);
  xs = filled(ctx, 3990, 5);
  CHECK(futhark_values_raw_i32_1d(ctx, xs) == least);
  futhark_free_i32_1d(ctx, xs);
  CHECK(futhark_context_clear_caches(ctx) == 0 && reported(ctx, "used") == 0 && reported(ctx, "cached") == 0);
  futhark_context_free(ctx);
}

// Makes calls of all sizes, some of which fail. They lose no memory, and do not take more than the largest ones need.
static void many_sizes(struct futhark_context_config *cfg) {
  struct futhark_context *ctx = futhark_context_new(cfg);
  int32_t data[300] = {0};
  for (int round = 0; round < 10000; round++) {
    struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, 1 + round % 300), *ys = NULL;
    struct futhark_i64_1d *zeros;
    int err = futhark_entry_set(ctx, &ys, xs, round % 307, round);
    CHECK(err == (round % 307 <= round % 300 ? FUTHARK_SUCCESS : FUTHARK_PROGRAM_ERROR));
    CHECK(futhark_entry_main(ctx, &zeros, round * 31 % 2000) == FUTHARK_SUCCESS);
    CHECK(futhark_free_i64_1d(ctx, zeros) == 0 && futhark_free_i32_1d(ctx, xs) == 0);
    if (err == FUTHARK_SUCCESS)
      futhark_free_i32_1d(ctx, ys);
  }
  int64_t peak = reported(ctx, "peak");
  CHECK(reported(ctx, "used") == 0 && reported(ctx, "cached") <= peak);
  CHECK(peak >= 1999 * 8 && peak <= 2 * (2000 * 8 + 1216));
  futhark_context_free(ctx);
}

// Calls whose arrays would exceed the limit fail. After some arrays are freed, the calls succeed.
static void limits(void) {
  static const int32_t many[200000];
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_memory_limit(cfg, 1 << 20);
  struct futhark_context *ctx = futhark_context_new(cfg);
  struct futhark_i32_1d *xs = filled(ctx, 1 << 17, 1), *ys = filled(ctx, 100000, 2);
  struct futhark_i64_1d *zeros = NULL;
  for (int round = 0; round < 2; round++) {
    CHECK(futhark_entry_main(ctx, &zeros, 100000) == FUTHARK_OUT_OF_MEMORY && zeros == NULL);
    expect_error(ctx, round == 0 ? "Error: out of memory: an array of 800000 bytes does not fit beside 924288 in use, "
                                   "with a limit of 1048576"
                                 : "does not fit beside 400000 in use, with a limit of 1048576");
    CHECK(futhark_new_i32_1d(ctx, many, 200000) == NULL);
    expect_error(ctx, "out of memory: an array of 800000 bytes");
    CHECK(reported(ctx, "cached") == 0 && first(ctx, ys) == 2);
    futhark_free_i32_1d(ctx, round == 0 ? xs : ys);
  }
  CHECK(reported(ctx, "used") == 0 && reported(ctx, "cached") > 0);
  CHECK(futhark_entry_main(ctx, &zeros, 100000) == FUTHARK_SUCCESS);
  CHECK(reported(ctx, "used") == 800000 && reported(ctx, "peak") == 924288 && futhark_context_get_error(ctx) == NULL);
  CHECK(futhark_free_i64_1d(ctx, zeros) == 0);
  CHECK(futhark_entry_main(ctx, &zeros, 131072) == FUTHARK_SUCCESS && reported(ctx, "peak") == 1 << 20);
  CHECK(futhark_free_i64_1d(ctx, zeros) == 0);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg), *other;
  CHECK(ctx != NULL && futhark_context_get_error(ctx) == NULL);
  arrays(ctx);
  failures(ctx);
  sharing(ctx);
  exhaustion(ctx);
  reuse(ctx);
  accounting(cfg);
  many_sizes(cfg);
  limits();
  threads(ctx);
  configuration(cfg);
  other = futhark_context_new(cfg);
  reports(other);
  handles(ctx, other);
  futhark_context_free(other);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
