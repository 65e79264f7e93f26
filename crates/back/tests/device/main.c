// Tests the runtime of devices; each test is a word of the command line. Prints the first check that fails, with its
// line, and exits with 1.

#include "program.h"
#if defined(RISTA_OPENCL)
#include "faults.h"
#endif

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: %s\n", __LINE__, #condition);                                                                   \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

static struct futhark_context *open_context(struct futhark_context_config *cfg) {
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(ctx != NULL);
  if (ctx->core.error != NULL) {
    printf("%s\n", ctx->core.error);
    exit(1);
  }
  return ctx;
}

static void *counting(struct rista_context *core, int64_t n) {
  int32_t *block = rista_alloc(core, NULL, n, 4);
  CHECK(block != NULL && rista_on_host(core, block, true) == RISTA_SUCCESS);
  for (int64_t i = 0; i < n; i++)
    block[i] = (int32_t)i;
  return block;
}

static struct rista_side *side(const void *block) { return &rista_header((void *)block)->side; }

static int32_t read_i32(struct rista_context *core, const void *block, int64_t at) {
  int32_t value = *(const int32_t *)rista_read_at(core, block, at * 4, 4);
  CHECK(rista_take_err(core) == RISTA_SUCCESS);
  return value;
}

static void write_i32(struct rista_context *core, void *block, int64_t at, int32_t value) {
  rista_write_at(core, block, at * 4, &value, 4);
  CHECK(rista_take_err(core) == RISTA_SUCCESS);
}

// Tests where contents are, and that they are copied to where they are used.
static void test_places(void) {
  struct futhark_context *ctx = open_context(NULL);
  struct rista_context *core = &ctx->core;
  const int64_t n = 100000;
  int32_t *xs = counting(core, n), *ys = rista_alloc(core, NULL, n, 4);
  CHECK(side(xs)->on_host && !side(xs)->on_device && side(ys)->on_host && side(ys)->on_device);
  CHECK(scale(core, ys, xs, n, 3) == RISTA_SUCCESS);
  CHECK(side(xs)->on_host && side(xs)->on_device && !side(ys)->on_host && side(ys)->on_device);
  // Reads are in a window of whole pages.
  for (int i = 1; i < 2 * RISTA_TOUCHES; i++)
    CHECK(read_i32(core, ys, n - i) == 3 * (int32_t)(n - i));
  CHECK(!side(ys)->on_host && core->device->received == n * 4 % RISTA_PAGE);
  CHECK(read_i32(core, ys, 5) == 15 && !side(ys)->on_host && core->device->received == n * 4);
  CHECK(rista_on_host(core, ys, false) == RISTA_SUCCESS && side(ys)->on_host && core->device->received == n * 4);
  // Writes are in a window, which is sent before a launch.
  CHECK(scale(core, ys, xs, n, 3) == RISTA_SUCCESS);
  int64_t sent = core->device->sent;
  for (int i = 1; i < 2 * RISTA_TOUCHES; i++) {
    write_i32(core, xs, i, -i);
    write_i32(core, ys, i, i * 1000);
    CHECK(side(xs)->on_host && side(xs)->on_device && !side(ys)->on_host && side(ys)->on_device);
  }
  CHECK(core->device->sent == sent);
  CHECK(read_i32(core, ys, 7) == 7000 && read_i32(core, ys, 99) == 297 && !side(ys)->on_host);
  CHECK(scale(core, xs, ys, n, 1) == RISTA_SUCCESS && core->device->sent == sent + RISTA_PAGE + 4 * (2 * RISTA_TOUCHES - 1));
  CHECK(read_i32(core, xs, 7) == 7000 && read_i32(core, xs, 99) == 297);
  // In place, and the whole block is read with writes outstanding.
  CHECK(scale(core, xs, xs, n, 2) == RISTA_SUCCESS && !side(xs)->on_host);
  for (int i = 0; i < 2 * RISTA_TOUCHES; i++)
    write_i32(core, xs, 100 + i, i);
  CHECK(rista_on_host(core, xs, false) == RISTA_SUCCESS && side(xs)->on_host && side(xs)->on_device);
  CHECK(xs[0] == 0 && xs[99] == 594 && xs[100] == 0 && xs[115] == 15 && xs[116] == 696 && xs[n - 1] == 599994);
  CHECK(scale(core, ys, xs, n, 1) == RISTA_SUCCESS && read_i32(core, ys, 115) == 15 && read_i32(core, ys, 116) == 696);
  rista_drop(xs);
  rista_drop(ys);
  futhark_context_free(ctx);
}

// Windows move with the accesses, until these are many or far apart.
static void test_windows(void) {
  struct futhark_context *ctx = open_context(NULL);
  struct rista_context *core = &ctx->core;
  const int64_t n = 4 * RISTA_WINDOW / 4, far = 3 * RISTA_WINDOW / 4;
  int32_t *xs = counting(core, n), *ys = rista_alloc(core, NULL, n, 4);
  CHECK(scale(core, ys, xs, n, 1) == RISTA_SUCCESS);
  int64_t received = core->device->received;
  for (int i = 0; i < RISTA_TOUCHES - 1; i++) {
    write_i32(core, ys, i % 2 * far + i, 100 + i);
    CHECK(!side(ys)->on_host && core->device->received == received + (i + 1) * RISTA_PAGE);
  }
  CHECK(read_i32(core, ys, n / 2) == (int32_t)n / 2 && side(ys)->on_host && side(ys)->on_device);
  for (int i = 0; i < RISTA_TOUCHES - 1; i++)
    CHECK(ys[i % 2 * far + i] == 100 + i);
  CHECK(scale(core, xs, ys, n, 1) == RISTA_SUCCESS);
  for (int i = 0; i < RISTA_TOUCHES - 1; i++)
    CHECK(read_i32(core, xs, i % 2 * far + i) == 100 + i);
  // Writes far from each other leave the block on the host alone.
  write_i32(core, ys, 1, 1);
  CHECK(side(ys)->on_host && side(ys)->on_device);
  write_i32(core, ys, far, 2);
  CHECK(side(ys)->on_host && !side(ys)->on_device);
  CHECK(scale(core, xs, ys, n, 1) == RISTA_SUCCESS && read_i32(core, xs, 1) == 1 && read_i32(core, xs, far) == 2);
  // Copies on the device send what was written before, and results are fetched from both sides.
  write_i32(core, ys, 2, 3);
  rista_copy_at(core, xs, 0, ys, 0, RISTA_WINDOW);
  CHECK(core->device_err == RISTA_SUCCESS && !side(xs)->on_host && read_i32(core, xs, 2) == 3);
  write_i32(core, xs, 2, 4);
  int32_t part[2];
  CHECK(rista_fetch(core, part, xs, 4, 8) == RISTA_SUCCESS && part[0] == 1 && part[1] == 4);
  CHECK(rista_fetch(core, part, xs, 4 * far, 8) == RISTA_SUCCESS && part[0] == 2);
  // Large parts are passed on, over a window.
  write_i32(core, xs, 3, 5);
  int32_t *zs = counting(core, RISTA_PAGE);
  rista_copy_at(core, xs, 12, zs, 0, 2 * RISTA_PAGE);
  CHECK(core->device_err == RISTA_SUCCESS && read_i32(core, xs, 3) == 0 && read_i32(core, xs, 2) == 4);
  CHECK(scale(core, ys, xs, n, 1) == RISTA_SUCCESS && read_i32(core, ys, 4) == 1 && read_i32(core, ys, 2) == 4);
  rista_drop(zs);
  rista_drop(xs);
  rista_drop(ys);
  futhark_context_free(ctx);
}

// Tests small blocks, which move whole, shared memory, absent blocks, double precision, and launches of nothing.
static void test_kernels(void) {
  struct futhark_context *ctx = open_context(NULL);
  struct rista_context *core = &ctx->core;
  int64_t n = 5 * core->group_size + 1;
  int32_t *xs = counting(core, n), *ys = rista_alloc(core, NULL, 6, 4);
  CHECK(sums(core, ys, xs, n) == RISTA_SUCCESS);
  CHECK(read_i32(core, ys, 5) == (int32_t)n - 1 && side(ys)->on_host);
  int64_t sum = 0;
  for (int i = 0; i < 6; i++)
    sum += ys[i];
  CHECK(sum == n * (n - 1) / 2);
  struct rista_argument absent[] = {{.block = ys, .written = true}, {.block = NULL}};
  CHECK(rista_launch(core, ABSENT, 1, core->group_size, 0, true, absent, 2) == RISTA_SUCCESS && read_i32(core, ys, 0) == 1);
  absent[1].block = xs;
  CHECK(rista_launch(core, ABSENT, 1, 1, 0, true, absent, 2) == RISTA_SUCCESS && read_i32(core, ys, 0) == 0);
  CHECK(rista_launch(core, ABSENT, 0, 1, 0, true, absent, 2) == RISTA_SUCCESS && side(ys)->on_host);
  CHECK(rista_launch(core, ABSENT, -3, 1, 0, true, absent, 2) == RISTA_SUCCESS && side(ys)->on_host);
#if RISTA_KERNELS_NEED_F64
  double *zs = rista_alloc(core, NULL, 3, 8);
  const double third = 1.0 / 3.0;
  int64_t three = 3;
  for (int i = 0; i < 3; i++)
    rista_write_at(core, zs, i * 8, &third, 8);
  const struct rista_argument halve[] = {{.block = zs, .written = true}, {.scalar = &three, .size = 8}};
  CHECK(rista_launch(core, HALVE, 1, core->group_size, 0, true, halve, 2) == RISTA_SUCCESS);
  CHECK(*(const double *)rista_read_at(core, zs, 16, 8) == third / 2);
  rista_drop(zs);
#endif
  rista_drop(xs);
  rista_drop(ys);
  futhark_context_free(ctx);
}

// Tests copies between two blocks for each side that holds them: host, device, or nothing written yet.
static void test_copies(void) {
  struct futhark_context *ctx = open_context(NULL);
  struct rista_context *core = &ctx->core;
  const int64_t n = 10000;
  for (int from_device = 0; from_device < 2; from_device++) {
    for (int to_device = 0; to_device < 3; to_device++) {
      int32_t *xs = counting(core, n), *ys = to_device == 2 ? rista_alloc(core, NULL, n, 4) : counting(core, n);
      if (from_device)
        CHECK(scale(core, xs, xs, n, 1) == RISTA_SUCCESS);
      if (to_device == 1)
        CHECK(scale(core, ys, ys, n, 1) == RISTA_SUCCESS);
      rista_copy_at(core, ys, 40, xs, 400, 2000);
      rista_copy_at(core, ys, 40, xs, 400, 0);
      rista_copy_at(core, NULL, 0, NULL, 0, -1);
      CHECK(core->device_err == RISTA_SUCCESS);
      CHECK(side(ys)->on_host == (to_device == 0 || (to_device == 2 && !from_device)));
      CHECK(read_i32(core, ys, 10) == 100 && read_i32(core, ys, 509) == 599);
      if (to_device < 2)
        CHECK(read_i32(core, ys, 9) == 9 && read_i32(core, ys, 510) == 510);
      rista_drop(xs);
      rista_drop(ys);
    }
  }
  // Copies whose contents the host reads do not wait for the device each time.
  int32_t *ws = counting(core, n), *part = rista_alloc(core, NULL, 4, 4);
  for (int on_device = 0; on_device < 2; on_device++) {
    CHECK(scale(core, ws, ws, n, 1) == RISTA_SUCCESS);
    if (on_device == 0)
      CHECK(rista_on_host(core, ws, false) == RISTA_SUCCESS);
    int64_t before = core->device->received;
    for (int i = 0; i < 1000; i++) {
      rista_copy_at(core, part, 0, ws, i * 4, 16);
      CHECK(read_i32(core, part, 3) == i + 3);
    }
    CHECK(core->device->received - before <= on_device * (4 * n + RISTA_TOUCHES * 16));
  }
  // Copies of blocks that kernels have just written stay on the device.
  int32_t *all = rista_alloc(core, NULL, 4 * n, 4);
  int64_t before = core->device->received;
  for (int i = 0; i < 40; i++) {
    CHECK(scale(core, ws, ws, n, 1) == RISTA_SUCCESS);
    rista_copy_at(core, all, i * 16, ws, 16, 16);
  }
  CHECK(core->device->received == before && !side(all)->on_host && read_i32(core, all, 159) == 7);
  rista_drop(ws);
  rista_drop(part);
  rista_drop(all);
  // Copies within a block, also where source and destination overlap.
  int32_t *xs = counting(core, n);
  CHECK(scale(core, xs, xs, n, 1) == RISTA_SUCCESS);
  rista_copy_at(core, xs, 4, xs, 0, 4000);
  rista_copy_at(core, xs, 20000, xs, 0, 4000);
  CHECK(read_i32(core, xs, 0) == 0 && read_i32(core, xs, 1) == 0 && read_i32(core, xs, 1000) == 999);
  CHECK(read_i32(core, xs, 1001) == 1001 && read_i32(core, xs, 5999) == 998 && read_i32(core, xs, 6000) == 6000);
  rista_drop(xs);
  futhark_context_free(ctx);
}

// Tests which blocks leave a full device. RISTA_DEVICE_MEMORY is 1000000.
static void test_eviction(void) {
  struct futhark_context *ctx = open_context(NULL);
  struct rista_context *core = &ctx->core;
  const int64_t n = 64000; // 256,000 bytes: three fit.
  int32_t *xs[5];
  for (int i = 0; i < 5; i++)
    xs[i] = counting(core, n);
  CHECK(scale(core, xs[1], xs[0], n, 2) == RISTA_SUCCESS && scale(core, xs[2], xs[0], n, 3) == RISTA_SUCCESS);
  // The first block is on the host as well, but this launch uses it, so it cannot leave the device.
  CHECK(scale(core, xs[3], xs[0], n, 4) == RISTA_OUT_OF_MEMORY);
  CHECK(side(xs[3])->buffer == 0 && side(xs[3])->on_host && side(xs[0])->on_device);
  rista_unlock((pthread_mutex_lock(&ctx->lock), ctx), RISTA_OUT_OF_MEMORY);
  char *error = futhark_context_get_error(ctx);
  CHECK(strcmp(error, "Error: out of memory: an array of 256000 bytes does not fit on the device beside 768000 in use, "
                      "of 1000000, for the operation at a.fut:1:1-5; " RISTA_OTHER_TARGETS) == 0);
  free(error);
  // Once the second block is on the host, it can leave the device.
  CHECK(rista_on_host(core, xs[1], false) == RISTA_SUCCESS && scale(core, xs[3], xs[0], n, 4) == RISTA_SUCCESS);
  CHECK(side(xs[1])->buffer == 0 && side(xs[1])->on_host && !side(xs[1])->on_device && side(xs[2])->buffer != 0);
  CHECK(read_i32(core, xs[3], 100) == 400 && read_i32(core, xs[2], 100) == 300 && read_i32(core, xs[1], 100) == 200);
  // Buffers of freed blocks leave first.
  xs[3] = rista_drop(xs[3]);
  CHECK(core->device->used == 3 * 256000 && scale(core, xs[4], xs[2], n, 1) == RISTA_SUCCESS);
  CHECK(core->device->used == 3 * 256000 && side(xs[0])->on_device && read_i32(core, xs[4], 100) == 300);
  // A block that is freed and allocated again keeps its buffer.
  xs[4] = rista_drop(xs[4]);
  xs[4] = rista_alloc(core, NULL, n, 4);
  CHECK(side(xs[4])->buffer != 0 && side(xs[4])->on_host && side(xs[4])->on_device);
  xs[4] = rista_drop(xs[4]);
  CHECK(futhark_context_clear_caches(ctx) == FUTHARK_SUCCESS && core->device->used == 2 * 256000);
  for (int i = 0; i < 5; i++)
    xs[i] = i == 2 ? xs[i] : rista_drop(xs[i]);
  futhark_context_free(ctx); // Frees the buffer of a block that lives on.
  rista_discard(rista_header(xs[2]));
}

static void expect_error(struct futhark_context *ctx, const char *text) {
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL);
  if (strcmp(error, text) != 0)
    printf("found: %s\n", error);
  CHECK(strcmp(error, text) == 0);
  free(error);
}

#define TRACE "\n\nBacktrace:\n-> #0  a.fut:2:1-5\n"

// Tests assertions that fail in kernels, and launches that are not possible.
static void test_failures(void) {
  struct futhark_context *ctx = open_context(NULL);
  struct rista_context *core = &ctx->core;
  const int64_t n = 5000;
  int32_t *xs = counting(core, n), *ys = counting(core, n);
  xs[77] = -7;
  xs[4000] = -8;
  // When the host waits, it reports the first failure of the lowest thread. Later kernels of the queue do nothing.
  CHECK(check_all(core, xs, n) == RISTA_SUCCESS);
  if (core->device->launches_wait) {
    CHECK(scale(core, ys, xs, n, 0) == RISTA_PROGRAM_ERROR);
  } else {
    CHECK(scale(core, ys, xs, n, 0) == RISTA_SUCCESS);
    rista_read_at(core, ys, 0, 4);
    CHECK(core->device_err == RISTA_PROGRAM_ERROR && rista_finish(core, RISTA_SUCCESS) == RISTA_PROGRAM_ERROR);
  }
  rista_frame(core, RISTA_PROGRAM_ERROR, "not here");
  expect_error(ctx, "Error: assertion 0: element 77 is -7" TRACE);
  CHECK(rista_finish(core, RISTA_SUCCESS) == RISTA_SUCCESS && read_i32(core, ys, 9) == 9);
  // At the end of a call, a failure of a kernel is reported rather than a later one of the host.
  CHECK(check_all(core, xs, n) == RISTA_SUCCESS);
  CHECK(rista_finish(core, rista_fail(core, "later")) == RISTA_PROGRAM_ERROR);
  expect_error(ctx, "Error: assertion 0: element 77 is -7" TRACE);
  CHECK(check_all(core, ys, n) == RISTA_SUCCESS);
  CHECK(rista_finish(core, rista_fail(core, "later")) == RISTA_PROGRAM_ERROR);
  expect_error(ctx, "Error: later");
  CHECK(check_all(core, xs, n) == RISTA_SUCCESS && futhark_context_sync(ctx) == RISTA_PROGRAM_ERROR);
  expect_error(ctx, "Error: assertion 0: element 77 is -7" TRACE);
  CHECK(futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  // If several accesses find failures, the first one is kept.
  CHECK(check_all(core, xs, n) == RISTA_SUCCESS);
  if (core->device->launches_wait) {
    CHECK(scale(core, ys, ys, n, 1) == RISTA_PROGRAM_ERROR);
  } else {
    CHECK(scale(core, ys, ys, n, 1) == RISTA_SUCCESS);
    rista_read_at(core, ys, 0, 4);
    rista_read_at(core, ys, 4, 4);
    CHECK(rista_take_err(core) == RISTA_PROGRAM_ERROR && rista_take_err(core) == RISTA_SUCCESS);
  }
  CHECK(read_i32(core, ys, 9) == 9);
  // Launches that are larger than the device permits are errors.
  const struct rista_argument one[] = {{.block = xs}, {.block = ys}, {.scalar = &n, .size = 8}};
  CHECK(rista_launch(core, SUMS, 1, 4, INT64_C(1) << 40, true, one, 3) == RISTA_PROGRAM_ERROR);
  CHECK(strstr(core->error, "does not run the kernel sums (a \"b\".fut:3:1-5) in 1 groups of 4") != NULL);
  CHECK(rista_launch(core, SUMS, 1, 1 << 20, 64, true, one, 3) == RISTA_PROGRAM_ERROR);
  CHECK(strstr(core->error, "groups of 1048576 threads") != NULL);
  CHECK(rista_launch(core, SUMS, INT64_MAX / 2, 4, 64, true, one, 3) == RISTA_PROGRAM_ERROR);
  CHECK(sums(core, ys, xs, n) == RISTA_SUCCESS && futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  rista_drop(xs);
  rista_drop(ys);
  futhark_context_free(ctx);
}

// Tests an entry point through the interface of the library.
static void test_entry(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_profiling(cfg, 1);
  struct futhark_context *ctx = open_context(cfg);
  int32_t data[3000], found[3000];
  const int64_t shape[] = {3000}, at[] = {2999};
  for (int i = 0; i < 3000; i++)
    data[i] = i;
  struct rista_array *xs = rista_array_new(ctx, data, 4, 1, shape), *ys = NULL, *zs = NULL;
  CHECK(rista_enter_at(ctx, 0, (const void *const[]){xs}, &ys) == FUTHARK_SUCCESS);
  CHECK(!side(ys->block)->on_host && rista_array_index(ctx, ys, found, at) == FUTHARK_SUCCESS && found[0] == 5998);
  CHECK(rista_enter_at(ctx, 0, (const void *const[]){ys}, &zs) == FUTHARK_SUCCESS);
  CHECK(rista_array_values(ctx, zs, found) == FUTHARK_SUCCESS && found[2999] == 4 * 2999 && !side(zs->block)->on_host);
  int32_t *raw = rista_array_raw(ctx, zs);
  CHECK(raw != NULL && raw[10] == 40 && !side(zs->block)->on_device);
  raw[10] = -1;
  CHECK(rista_enter_at(ctx, 0, (const void *const[]){zs}, &xs) == FUTHARK_PROGRAM_ERROR);
  expect_error(ctx, "Error: assertion 0: element 10 is -1" TRACE);
  const int32_t value = 50;
  CHECK(rista_set(ctx, &rista_types[0], zs, &value, (const int64_t[]){10}) == FUTHARK_SUCCESS);
  rista_array_free(ctx, ys);
  CHECK(rista_enter_at(ctx, 0, (const void *const[]){zs}, &ys) == FUTHARK_SUCCESS);
  CHECK(rista_array_index(ctx, ys, found, (const int64_t[]){10}) == FUTHARK_SUCCESS && found[0] == 100);
  char *report = futhark_context_report(ctx);
  CHECK(strstr(report, "{\"name\":\"check\",\"description\":\"launches: 4, a.fut:2:1-5\",\"duration\":") != NULL);
  CHECK(strstr(report, "\"name\":\"twice\"") != NULL && strstr(report, "\"sent\":") != NULL);
  // One of the launches comes after a failure. It is not begun if launches wait for the device.
  CHECK(ctx->core.device->launches[SCALE].count == (ctx->core.device->launches_wait ? 3 : 4) && ctx->core.device->launches[SCALE].nanoseconds > 0);
  free(report);
  rista_array_free(ctx, xs);
  rista_array_free(ctx, ys);
  rista_array_free(ctx, zs);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}

// Tests that sizes for kernels can be set by the interface or the environment.
static void test_sizes(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  CHECK(futhark_get_tuning_param_count() == 8 && strcmp(futhark_get_tuning_param_name(1), "groups") == 0);
  CHECK(strcmp(futhark_get_tuning_param_name(7), "twice.flatten_0") == 0 && futhark_get_tuning_param_name(8) == NULL);
  CHECK(strcmp(futhark_get_tuning_param_class(7), "threshold") == 0 && futhark_get_tuning_param_class(-1) == NULL);
  CHECK(strcmp(futhark_get_tuning_param_class(2), "shared_memory") == 0);
  CHECK(futhark_context_config_set_tuning_param(cfg, "nothing", 7) != 0);
  struct futhark_context *ctx = open_context(cfg);
  CHECK(ctx->core.group_size == (getenv("RISTA_GROUP_SIZE") != NULL ? 4 : 256));
  CHECK(ctx->core.groups == 3 || getenv("RISTA_GROUPS") == NULL);
  // All sizes but those of memory are powers of two; 1000 is above the largest tile size. All devices have this much
  // memory.
  int64_t usual = ctx->core.group_size > 8 ? ctx->core.group_size / 8 : 1;
  CHECK(ctx->core.tile_size == (getenv("RISTA_TILE_SIZE") != NULL ? 256 : 16) && ctx->core.short_segment == usual);
  CHECK(ctx->core.stack_size == 8192);
  CHECK(ctx->core.group_memory >= 32768 - RISTA_SHARED_BESIDE && ctx->core.warp_size == 32);
  futhark_context_free(ctx);
  CHECK(futhark_context_config_set_tuning_param(cfg, "group_size", 48) == 0);
  futhark_context_config_set_default_num_groups(cfg, 17);
  futhark_context_config_set_default_tile_size(cfg, 9);
  CHECK(futhark_context_config_set_tuning_param(cfg, "group_memory", SIZE_MAX) == 0);
  CHECK(futhark_context_config_set_tuning_param(cfg, "warp_size", 100) == 0);
  CHECK(futhark_context_config_set_tuning_param(cfg, "short_segment", 0) == 0);
  CHECK(futhark_context_config_set_tuning_param(cfg, "stack_size", SIZE_MAX) == 0);
  ctx = open_context(cfg);
  CHECK(ctx->core.group_size == 32 && ctx->core.groups == 17 && ctx->core.thresholds[0] == 100);
  CHECK(ctx->core.stack_size == RISTA_MOST_STACK);
  CHECK(ctx->core.tile_size == 8 && ctx->core.warp_size == 64 && ctx->core.short_segment == 4);
  // No more memory than a group can have is used.
  int64_t shared = ctx->core.device->driver->shared;
  CHECK(ctx->core.group_memory == (shared < RISTA_MOST ? shared : RISTA_MOST) - RISTA_SHARED_BESIDE);
  int32_t *xs = counting(&ctx->core, 100), *ys = rista_alloc(&ctx->core, NULL, 4, 4);
  CHECK(sums(&ctx->core, ys, xs, 100) == RISTA_SUCCESS && read_i32(&ctx->core, ys, 0) == 31 * 16);
  rista_drop(xs);
  rista_drop(ys);
  futhark_context_free(ctx);
  CHECK(futhark_context_config_set_tuning_param(cfg, "twice.flatten_0", SIZE_MAX) == 0);
  ctx = open_context(cfg);
  CHECK(ctx->core.thresholds[0] == INT64_MAX);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
}

// Tests kernels that cannot run in large groups.
static void test_few_threads(int most) {
  struct futhark_context *ctx = open_context(NULL);
  int32_t *xs = counting(&ctx->core, 1000), *ys = rista_alloc(&ctx->core, NULL, 1000, 4);
  CHECK(ctx->core.group_size <= most && ctx->core.group_size > most / 2);
  CHECK(sums(&ctx->core, ys, xs, 1000) == RISTA_SUCCESS && read_i32(&ctx->core, ys, 1) > 0);
  rista_drop(xs);
  rista_drop(ys);
  futhark_context_free(ctx);
}

// A context that cannot be used tells why, and so does each of its calls.
static void test_open(const char *device) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_device(cfg, device);
  struct futhark_context *ctx = futhark_context_new(cfg);
  futhark_context_config_free(cfg);
  CHECK(ctx != NULL);
  char *error = futhark_context_get_error(ctx);
  const int32_t data[] = {1, 2, 3};
  int32_t found[3];
  const int64_t shape[] = {3};
  struct rista_array *xs = rista_array_new(ctx, data, 4, 1, shape), *ys = NULL;
  CHECK(xs != NULL && rista_array_values(ctx, xs, found) == FUTHARK_SUCCESS && found[2] == 3);
  int err = rista_enter_at(ctx, 0, (const void *const[]){xs}, &ys);
  char *again = futhark_context_get_error(ctx), *report = futhark_context_report(ctx);
  CHECK((err == FUTHARK_SUCCESS) == (error == NULL) && report != NULL);
  CHECK(error == NULL || (strcmp(error, again) == 0 && err == FUTHARK_PROGRAM_ERROR));
  CHECK(futhark_context_sync(ctx) == err);
  printf("%s\n", error != NULL ? error : ctx->core.device->name);
  free(error);
  free(again);
  free(report);
  rista_array_free(ctx, xs);
  rista_array_free(ctx, ys);
  futhark_context_free(ctx);
}

// Tests which of several devices is chosen.
static void test_choice(void) {
  static const struct rista_candidate candidates[] = {{"One", "Fast CPU", "CPU", 0, 100, 0, 0},
                                                      {"One", "Box", "accelerator", 1, 50, 0, 0},
                                                      {"One", "Small GPU", "GPU", 2, 5, 0, 0},
                                                      {"Two", "Large GPU", "GPU", 2, 8, 0, 0},
                                                      {"Two", "Other CPU", "CPU", 0, 8, 0, 0}};
  static const struct {
    const char *device;
    const char *platform;
    int chosen;
  } cases[] = {{NULL, NULL, 3},    {"", NULL, 3},         {"#0", NULL, 0},        {"#4", NULL, 4},  {"cpu", NULL, 0},
               {"two", NULL, 3},   {"other", NULL, 4},    {"box", NULL, 1},       {NULL, "one", 2}, {"#1", "two", 4},
               {"CPU", "Two", 4},  {"box", "Two", -1},    {"#2", "Two", -1},      {"#5", NULL, -1}, {"#", NULL, -1},
               {NULL, "Three", -1}};
  struct rista_device device = {0};
  struct rista_context core = {.device = &device};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    device.settings = (struct rista_settings){.device = cases[i].device, .platform = cases[i].platform};
    CHECK(rista_choose(&core, candidates, 5) == cases[i].chosen);
    CHECK(cases[i].chosen < 0 || strcmp(device.name, candidates[cases[i].chosen].name) == 0);
  }
  CHECK(strcmp(core.error, "Error: there is no device of a platform 'Three'; there are: #0 Fast CPU (One), #1 Box (One), "
                           "#2 Small GPU (One), #3 Large GPU (Two), #4 Other CPU (Two)") == 0);
  free(core.error);
}

static void test_contexts(int count) {
  for (int i = 0; i < count; i++) {
    struct futhark_context *ctx = open_context(NULL);
    const int32_t data[] = {1, 2, i % 2 == 0 ? 3 : -3};
    int32_t found[3];
    const int64_t shape[] = {3};
    struct rista_array *xs = rista_array_new(ctx, data, 4, 1, shape), *ys = NULL;
    int err = rista_enter_at(ctx, 0, (const void *const[]){xs}, &ys);
    CHECK(err == (i % 2 == 0 ? FUTHARK_SUCCESS : FUTHARK_PROGRAM_ERROR));
    CHECK(err != FUTHARK_SUCCESS || (rista_array_values(ctx, ys, found) == FUTHARK_SUCCESS && found[2] == 6));
    rista_array_free(ctx, xs);
    rista_array_free(ctx, ys);
    futhark_context_free(ctx);
  }
}

static void *use_contexts(void *count) {
  test_contexts(*(int *)count);
  return NULL;
}

// Tests several contexts at a time.
static void test_threads(int count) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&threads[i], NULL, use_contexts, &count) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}

// Makes, uses and frees a context, whatever fails. Prints the messages of failures; returns their number.
static int survive(bool profiling) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_profiling(cfg, profiling);
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(ctx != NULL);
  static int32_t data[40000], found[40000];
  const int64_t shape[] = {40000};
  int failures = 0;
  char *error = futhark_context_get_error(ctx);
  if (error != NULL) {
    printf("%s\n", error);
    failures++;
  }
  free(error);
  struct rista_array *xs = rista_array_new(ctx, data, 4, 1, shape);
  void *copy = NULL;
  CHECK(xs != NULL);
  for (int i = 0; i < 3; i++) {
    struct rista_array *ys = NULL;
    int err = rista_enter_at(ctx, 0, (const void *const[]){xs}, &ys);
    if (err == FUTHARK_SUCCESS)
      err = rista_unlock((pthread_mutex_lock(&ctx->lock), ctx), rista_duplicate(&ctx->core, ys, &copy));
    if (err == FUTHARK_SUCCESS)
      err = rista_array_values(ctx, ys, found);
    if (err == FUTHARK_SUCCESS)
      err = futhark_context_sync(ctx);
    error = futhark_context_get_error(ctx);
    CHECK((err == FUTHARK_SUCCESS) == (error == NULL));
    if (error != NULL) {
      printf("%s\n", error);
      failures++;
    }
    free(error);
    copy = rista_drop(copy);
    if (ys != NULL)
      rista_array_free(ctx, ys);
  }
  free(futhark_context_report(ctx));
  rista_array_free(ctx, xs);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return failures;
}

#if defined(RISTA_OPENCL)
// Tests that if any call of any function fails, with several error codes, a message tells so and all objects are freed.
static void test_faults(void) {
  static const char *const functions[] = {
      "clGetPlatformIDs", "clGetDeviceIDs", "clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource",
      "clBuildProgram", "clCreateKernel", "clCreateBuffer", "clSetKernelArg", "clEnqueueWriteBuffer",
      "clEnqueueReadBuffer", "clEnqueueCopyBuffer", "clEnqueueNDRangeKernel", "clFinish"};
  static const int32_t codes[] = {-4, -5, -36};
  for (size_t i = 0; i < 14 * 3; i++) {
    // Compiling the kernels takes most of the time. Once it is tested, they come from the cache.
    if (i / 3 < 7)
      setenv("RISTA_CACHE", "off", 1);
    else
      unsetenv("RISTA_CACHE");
    for (int at = 1; at == 1 || faults.has_failed; at++) {
      memset(&faults, 0, sizeof(faults));
      faults.function = functions[i / 3];
      faults.code = codes[i % 3];
      faults.at = at;
      int failures = survive(i % 2 == 0);
      CHECK(faults.live == 0);
      CHECK((failures > 0) == faults.has_failed || strcmp(faults.function, "clFinish") == 0 ||
            strcmp(faults.function, "clCreateBuffer") == 0);
    }
    CHECK(faults.at > 0);
  }
}

// A buffer for which the driver has no memory is released only once.
static void test_refusal(void) {
  memset(&faults, 0, sizeof(faults));
  struct futhark_context *ctx = open_context(NULL);
  faults.function = "clEnqueueMigrateMemObjects";
  faults.code = -4;
  faults.at = 1;
  faults.repeats = true;
  CHECK(rista_make_posts(&ctx->core, 20000) == RISTA_OUT_OF_MEMORY && faults.has_failed);
  futhark_context_free(ctx);
  CHECK(faults.live == 0);
}

// Tests a device that is lost: all calls from some call on fail.
static void test_lost(void) {
  static const char *const functions[] = {"clEnqueueWriteBuffer", "clEnqueueNDRangeKernel", "clEnqueueReadBuffer",
                                          "clFinish"};
  for (size_t i = 0; i < 4; i++) {
    for (int at = 1; at == 1 || faults.has_failed; at++) {
      memset(&faults, 0, sizeof(faults));
      faults.function = functions[i];
      faults.code = -36;
      faults.at = at;
      faults.is_lost = true;
      int failures = survive(i % 2 == 0);
      CHECK(faults.live == 0);
      CHECK((failures > 0) == faults.has_failed || strcmp(faults.function, "clFinish") == 0);
    }
  }
}

static void test_limits(void) {
  faults.no_double = true;
  CHECK(survive(false) == (RISTA_KERNELS_NEED_F64 ? 4 : 0) && faults.live == 0);
  faults.no_double = false;
  faults.kernel_threads = 5;
  struct futhark_context *ctx = open_context(NULL);
  CHECK(ctx->core.group_size == 4 && faults.builds == 2);
  futhark_context_free(ctx);
  // The cache finds kernels that were compiled for fewer threads by the size that was asked for.
  if (getenv("RISTA_CACHE") == NULL) {
    ctx = open_context(NULL);
    CHECK(ctx->core.group_size == 4 && faults.builds == 3);
    futhark_context_free(ctx);
  }
  CHECK(faults.live == 0);
}

// Tests a cache file of compiled kernels that is absent, right, empty, or damaged.
static void test_cache(const char *path) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_cache_file(cfg, path);
  for (int round = 0; round < 6; round++) {
    faults.builds = 0;
    faults.function = NULL;
    FILE *file = round == 0 ? NULL : fopen(path, round == 2 ? "wb" : "r+b");
    if (round >= 3) {
      fseek(file, round == 3 ? 70 : round == 4 ? 16 : 40, SEEK_SET);
      fwrite("\377\377\377\377", 1, 4, file);
    }
    if (file != NULL)
      fclose(file);
    struct futhark_context *ctx = open_context(cfg);
    CHECK(faults.builds == 1);
    futhark_context_free(ctx);
    struct rista_cache_head head = {0};
    file = fopen(path, "rb");
    CHECK(file != NULL && fread(&head, sizeof(head), 1, file) == 1 && head.magic == RISTA_CACHE_MAGIC);
    fclose(file);
  }
  // If the driver rejects the binary of a right cache file, the kernels are compiled again.
  faults.function = "clCreateProgramWithBinary";
  faults.at = 1;
  faults.code = -42;
  struct futhark_context *ctx = open_context(cfg);
  CHECK(faults.has_failed && ctx->core.error == NULL && faults.builds == 2);
  futhark_context_free(ctx);
  // If the cache file cannot be written, kernels are compiled each time.
  futhark_context_config_set_cache_file(cfg, "/nowhere/at/all");
  ctx = open_context(cfg);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  CHECK(faults.live == 0);
}
#endif

int main(int argc, char **argv) {
  const char *test = argc > 1 ? argv[1] : "", *value = argc > 2 ? argv[2] : NULL;
  if (strcmp(test, "places") == 0)
    test_places();
  else if (strcmp(test, "windows") == 0)
    test_windows();
  else if (strcmp(test, "kernels") == 0)
    test_kernels();
  else if (strcmp(test, "copies") == 0)
    test_copies();
  else if (strcmp(test, "choice") == 0)
    test_choice();
  else if (strcmp(test, "eviction") == 0)
    test_eviction();
  else if (strcmp(test, "failures") == 0)
    test_failures();
  else if (strcmp(test, "entry") == 0)
    test_entry();
  else if (strcmp(test, "sizes") == 0)
    test_sizes();
  else if (strcmp(test, "few threads") == 0 && value != NULL)
    test_few_threads(atoi(value));
  else if (strcmp(test, "open") == 0)
    test_open(value);
  else if (strcmp(test, "contexts") == 0 && value != NULL)
    test_contexts(atoi(value));
  else if (strcmp(test, "threads") == 0 && value != NULL)
    test_threads(atoi(value));
  else if (strcmp(test, "survive") == 0)
    printf("%d failures\n", survive(true));
#if defined(RISTA_OPENCL)
  else if (strcmp(test, "faults") == 0)
    test_faults();
  else if (strcmp(test, "lost") == 0)
    test_lost();
  else if (strcmp(test, "refusal") == 0)
    test_refusal();
  else if (strcmp(test, "limits") == 0)
    test_limits();
  else if (strcmp(test, "cache") == 0 && value != NULL)
    test_cache(value);
#endif
  else if (strcmp(test, "devices") == 0)
    futhark_context_config_list_devices(NULL);
  else
    return 2;
  return 0;
}
