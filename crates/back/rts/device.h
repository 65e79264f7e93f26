// Devices: locations of blocks, launches of kernels, their failures, and device memory. This part is the same for all
// devices; `opencl.h` or `cuda.h` below it calls the driver.
//
// A block's contents are on the host, on the device, or on both, and are copied when the other side accesses them. The
// program waits for the device only to read contents that are on the device alone, and at the end of a call whose
// kernels can fail.
//
// A block keeps its buffer as long as it has memory on the host, also while the context's pool keeps it. So freeing and
// allocating it again is free on both sides. If device memory runs out, buffers of kept blocks are freed first. Then
// those of blocks whose contents are also on the host follow, least recently used first, except for the present
// launch's.

#include <ctype.h>

// The host accesses a part of a block on the device in a window: bytes that it reads at the first access, extends as
// needed, and writes back before the next launch. It copies the whole block after this many transfers without a launch
// that uses it, or if the block is small.
#define RISTA_TOUCHES 8
#define RISTA_SMALL 4096
// Window sizes are multiples of a page and have a limit.
#define RISTA_PAGE (64 << 10)
#define RISTA_WINDOW (1 << 20)
// Larger copies between blocks on the device stay on the device.
#define RISTA_LARGE_COPY (256 << 10)

// The kernels are compiled in two versions (`index.h`): one for small launches, and one for all launches, which is
// compiled when first needed.
enum { RISTA_NARROW, RISTA_WIDE, RISTA_VERSIONS };

// Largest number of threads and of elements of a block, and largest size, in a small launch.
#define RISTA_MOST (INT64_C(1) << 30)
// Largest number of threads of any launch; then of a group; largest number of groups that keep a device busy; largest
// side of a tile.
#define RISTA_MOST_THREADS (INT64_C(1) << 58)
#define RISTA_MOST_IN_GROUP (1 << 16)
#define RISTA_MOST_GROUPS (1 << 20)
#define RISTA_MOST_SIDE (1 << 8)
// Largest stack of a thread in bytes: half of a CUDA thread's limit.
#define RISTA_MOST_STACK (1 << 18)
// Bytes reserved beside a group's tiles and histograms, for other shared data and for gaps.
#define RISTA_SHARED_BESIDE 1024
// Bytes of a group's memory for each thread in scans of elements of at most 16 bytes: 64 for its elements, the others
// for sums and gaps.
#define RISTA_SHARED_EACH 112

// Sizes that are tuning parameters, by number: their class, their name in the environment and in kernels, and their
// command-line option or NULL.
static const struct {
  const char *name;
  const char *kind;
  const char *variable;
  const char *option;
} rista_sizes[RISTA_SIZES] = {
    {"group_size", "group_size", "RISTA_GROUP_SIZE", "default-group-size"},
    {"groups", "num_groups", "RISTA_GROUPS", "default-num-groups"},
    {"group_memory", "shared_memory", "RISTA_GROUP_MEMORY", NULL},
    {"tile_size", "tile_size", "RISTA_TILE_SIZE", "default-tile-size"},
    {"warp_size", "warp_size", "RISTA_WARP_SIZE", NULL},
    {"short_segment", "short_segment", "RISTA_SHORT_SEGMENT", NULL},
    {"stack_size", "stack_size", "RISTA_STACK_SIZE", NULL},
};

// What helps if a device cannot run the program.
#define RISTA_OTHER_TARGETS "`--target c` and `--target multicore` need no device"

// Largest number of values that a kernel records for a failure.
#define RISTA_FAILURE_VALUES 8
#define RISTA_FAILURE_CALLS 15

struct rista_kernel {
  const char *name;
  const char *place;
};

// Bytes that a part of a group's memory takes.
#define RISTA_ALIGNED(BYTES) (((BYTES) + 15) & ~INT64_C(15))

static const struct rista_kernel rista_kernels[RISTA_KERNELS + 1];
static const char *const rista_kernel_texts[RISTA_KERNEL_TEXTS + 1];

// The first failure since the device's record was reset. Its head shows whether there is one.
struct rista_failure {
  int32_t lock;
  int32_t assertion; // -1 if there is none.
  int64_t launch;    // INT64_MAX if there is none.
  int64_t group;
  int64_t iteration;
  int64_t thread;
  int64_t values[RISTA_FAILURE_VALUES];
  int32_t calls; // Number of the calls that led to the failure, innermost first.
  int32_t call[RISTA_FAILURE_CALLS];
};

#define RISTA_FAILURE_HEAD 16

// Argument of a kernel: a block; a scalar of `size` bytes if `scalar` is not NULL; or the posts of the launch's groups.
struct rista_argument {
  void *block;
  bool written;
  bool posts;
  int element; // Bytes of the smallest elements in accesses to the block; 0 if unknown.
  const void *scalar;
  size_t size;
};

// Settings for opening a device. 0 and NULL select the environment's value, or else the device's default.
struct rista_settings {
  const char *device;   // `#K`, or a part of its name or its platform's name.
  const char *platform; // A part of the platform's name.
  const char *cache_file;
  const char *build_options; // Options of the kernels' compiler, separated by blanks.
  int64_t sizes[RISTA_SIZES];
  bool profiling;
};

struct rista_launches {
  int64_t count;
  int64_t nanoseconds;
};

// Bytes on their way to the device.
struct rista_staged {
  struct rista_staged *next;
  unsigned char bytes[];
};

// Largest transfer that is staged in host memory so that the program need not wait; it also limits all staged bytes
// together.
#define RISTA_STAGED 65536
#define RISTA_MOST_STAGED (16 << 20)

struct rista_device {
  struct rista_settings settings;
  struct rista_driver *driver; // State of the driver file below.
  char name[256];
  char *build_options;
  // Blocks with buffers, by their last launch.
  struct rista_header *newest;
  struct rista_header *oldest;
  int64_t round; // Number of the last launch.
  int64_t most; // Limit of a small launch: RISTA_MOST, or less in tests of large launches.
  // Bytes in buffers now, and at most so far.
  int64_t used;
  int64_t peak;
  int64_t limit;   // Largest number of bytes in buffers; 0 means no limit.
  int64_t refused; // Size of a buffer that was refused; -1 if other memory was refused, else 0.
  int64_t beside;  // Bytes in buffers when the refusal happened.
  int launching;   // Number of the kernel that is being launched; RISTA_KERNELS outside of launches.
  int refused_by;  // That number when the refusal happened.
  rista_buffer failure;
  struct rista_failure seen; // Part of the record that the host has read last.
  bool unchecked;            // Whether kernels that can fail were launched since the last check.
  // Whether launches wait for earlier kernels that can fail, because the device does not skip launches after a failure.
  bool launches_wait;
  // Posts of groups, in words that only grow. The first word counts the groups that have begun.
  rista_buffer posts;
  int64_t posts_bytes;
  struct rista_staged *staged;
  int64_t staged_bytes;
  bool profiling;
  int64_t sent; // Bytes sent and received.
  int64_t received;
  int64_t copies; // With profiling: nanoseconds of these transfers.
  struct rista_launches launches[RISTA_KERNELS + 1];
};

// Functions of the driver file below. All return an error code; if it is RISTA_PROGRAM_ERROR, the context has a
// message. Work is done in order and asynchronously. Only `wait`, and reads that ask for it, wait for the device.
static int rista_device_open(struct rista_context *ctx); // After a failure, closes what was opened.
static void rista_device_close(struct rista_context *ctx);
static int rista_device_alloc(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer);
static void rista_device_free(struct rista_context *ctx, rista_buffer buffer);
static int rista_device_write(struct rista_context *ctx, rista_buffer to, int64_t offset, const void *from,
                              int64_t bytes); // `from` may change after the call.
static int rista_device_read(struct rista_context *ctx, void *to, rista_buffer from, int64_t offset, int64_t bytes,
                             bool wait);
static int rista_device_copy(struct rista_context *ctx, rista_buffer to, int64_t to_offset, rista_buffer from,
                             int64_t from_offset, int64_t bytes);
static int rista_device_prepare(struct rista_context *ctx, int version); // Makes the kernels ready.
static int rista_device_launch(struct rista_context *ctx, int version, int kernel, int64_t groups, int64_t size,
                               int64_t shared, const struct rista_argument *arguments, int count);
static void rista_device_start(struct rista_context *ctx); // Starts all submitted work.
static int rista_device_wait(struct rista_context *ctx);

// Builds a version of the kernels for groups of `ctx->group_size` threads, from the compiled `binary` unless that is
// NULL. Reduces `most` if a kernel cannot run in groups that large.
static int rista_device_build(struct rista_context *ctx, int version, const char *binary, size_t bytes, int64_t *most);
// Returns the compiled kernels in fresh memory; NULL if they are not available.
static char *rista_device_built(struct rista_context *ctx, int version, size_t *bytes);

// Defined by the program: records an assertion's failure with its places; returns the error code.
static int rista_tell_failure(struct rista_context *ctx, int32_t assertion, const int64_t *values);
// Defined by the program: adds the places of a kernel's call to the trace.
static void rista_tell_call(struct rista_context *ctx, int err, int32_t call);

// Copies bytes to staging memory until the device has received them; returns NULL if that does not pay.
static const void *rista_stage(struct rista_device *device, const void *from, int64_t bytes) {
  struct rista_staged *staged = NULL;
  if (bytes <= RISTA_STAGED && device->staged_bytes + bytes <= RISTA_MOST_STAGED)
    staged = malloc(sizeof(struct rista_staged) + (size_t)bytes);
  if (staged == NULL)
    return NULL;
  memcpy(staged->bytes, from, (size_t)bytes);
  staged->next = device->staged;
  device->staged = staged;
  device->staged_bytes += bytes;
  return staged->bytes;
}

// Frees the staging memory after the device has received everything.
static void rista_unstage(struct rista_device *device) {
  while (device->staged != NULL) {
    struct rista_staged *next = device->staged->next;
    free(device->staged);
    device->staged = next;
  }
  device->staged_bytes = 0;
}

// Failures of kernels.

// Reads the head of the failure record, if there may be a failure.
static int rista_look(struct rista_context *ctx, bool wait) {
  struct rista_device *device = ctx->device;
  if (!device->unchecked)
    return RISTA_SUCCESS;
  return rista_device_read(ctx, &device->seen, device->failure, 0, RISTA_FAILURE_HEAD, wait);
}

static int rista_clear_failure(struct rista_context *ctx) {
  struct rista_failure none = {.assertion = -1, .launch = INT64_MAX};
  return rista_device_write(ctx, ctx->device->failure, 0, &none, sizeof(none));
}

// Fails if the record that was read holds a failure; resets the device's record.
static int rista_tell(struct rista_context *ctx) {
  struct rista_device *device = ctx->device;
  device->unchecked = false;
  if (device->seen.assertion < 0)
    return RISTA_SUCCESS;
  int err = rista_device_read(ctx, &device->seen, device->failure, 0, sizeof(device->seen), true);
  if (err == RISTA_SUCCESS)
    err = rista_clear_failure(ctx);
  if (err != RISTA_SUCCESS)
    return err;
  err = rista_tell_failure(ctx, device->seen.assertion, device->seen.values);
  for (int i = 0; i < device->seen.calls && i < RISTA_FAILURE_CALLS; i++)
    rista_tell_call(ctx, err, device->seen.call[i]);
  // The present calls are not those that led to the failure.
  ctx->frames = RISTA_PLACES;
  return err;
}

// With profiling, waits for earlier work, so that a copy can be measured from `start` on.
static int rista_begin_copy(struct rista_context *ctx, int64_t *start) {
  int err = ctx->device->profiling ? rista_device_wait(ctx) : RISTA_SUCCESS;
  *start = ctx->device->profiling ? rista_now() : 0;
  return err;
}

// Measures the copy. `err` is its result.
static int rista_end_copy(struct rista_context *ctx, int64_t start, int err) {
  if (err != RISTA_SUCCESS || !ctx->device->profiling)
    return err;
  err = rista_device_wait(ctx);
  ctx->device->copies += rista_now() - start;
  return err;
}

// Reads bytes of a buffer after checking for earlier failures.
static int rista_receive(struct rista_context *ctx, void *to, rista_buffer from, int64_t offset, int64_t bytes) {
  bool unchecked = ctx->device->unchecked;
  int64_t start;
  int err = rista_begin_copy(ctx, &start);
  if (err == RISTA_SUCCESS)
    err = rista_look(ctx, false);
  if (err == RISTA_SUCCESS)
    err = rista_device_read(ctx, to, from, offset, bytes, true);
  err = rista_end_copy(ctx, start, err);
  ctx->device->received += bytes;
  return err == RISTA_SUCCESS && unchecked ? rista_tell(ctx) : err;
}

// Returns the result of a call, or the failure of a kernel, which precedes that of the host.
static int rista_finish(struct rista_context *ctx, int err) {
  struct rista_device *device = ctx->device;
  if (ctx->is_broken)
    return err;
  if (device->unchecked) {
    int failed = rista_look(ctx, true);
    if (failed == RISTA_SUCCESS)
      failed = rista_tell(ctx);
    err = failed != RISTA_SUCCESS ? failed : err;
  } else {
    rista_device_start(ctx);
  }
  if (err == RISTA_SUCCESS)
    err = ctx->device_err;
  ctx->device_err = RISTA_SUCCESS;
  return err;
}

// Waits until the device has finished all work.
static int rista_wait(struct rista_context *ctx) {
  int err = rista_ready(ctx);
  if (err == RISTA_SUCCESS)
    err = rista_finish(ctx, RISTA_SUCCESS);
  return err == RISTA_SUCCESS ? rista_device_wait(ctx) : err;
}

// Buffers.

static void rista_enlist_buffer(struct rista_device *device, struct rista_header *header) {
  header->side.newer = NULL;
  header->side.older = device->newest;
  *(device->newest != NULL ? &device->newest->side.newer : &device->oldest) = header;
  device->newest = header;
}

static void rista_unlist_buffer(struct rista_device *device, struct rista_header *header) {
  struct rista_side *side = &header->side;
  *(side->newer != NULL ? &side->newer->side.older : &device->newest) = side->older;
  *(side->older != NULL ? &side->older->side.newer : &device->oldest) = side->newer;
}

static void rista_close_window(struct rista_side *side) {
  side->from = side->to = 0;
  side->differ = false;
}

static void rista_drop_buffer(struct rista_context *ctx, struct rista_header *header) {
  struct rista_device *device = ctx->device;
  rista_unlist_buffer(device, header);
  rista_device_free(ctx, header->side.buffer);
  device->used -= header->capacity;
  header->side.buffer = 0;
  rista_close_window(&header->side);
}

static void rista_free_buffer(struct rista_header *header) { rista_drop_buffer(header->side.owner, header); }

static int rista_try_buffer(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer) {
  struct rista_device *device = ctx->device;
  if (device->limit > 0 && bytes > device->limit - device->used)
    return RISTA_OUT_OF_MEMORY;
  return rista_device_alloc(ctx, bytes, buffer);
}

// Makes a buffer after freeing others, if device memory is short.
static int rista_squeeze_buffer(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer) {
  struct rista_device *device = ctx->device;
  struct rista_header *next;
  for (struct rista_header *header = device->oldest; header != NULL; header = next) {
    next = header->side.newer;
    if (header->references == 0)
      rista_drop_buffer(ctx, header);
  }
  int err = rista_try_buffer(ctx, bytes, buffer);
  for (struct rista_header *header = device->oldest; header != NULL && err == RISTA_OUT_OF_MEMORY; header = next) {
    struct rista_side *side = &header->side;
    next = side->newer;
    if (!side->on_host || side->round == device->round)
      continue;
    rista_drop_buffer(ctx, header);
    side->on_device = false;
    err = rista_try_buffer(ctx, bytes, buffer);
  }
  return err;
}

static int rista_note_refused(struct rista_device *device, int err, int64_t bytes) {
  if (err == RISTA_OUT_OF_MEMORY) {
    device->refused = bytes;
    device->beside = device->used;
    device->refused_by = device->launching;
  }
  return err;
}

// Makes a buffer and counts it as used.
static int rista_make_buffer(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer) {
  struct rista_device *device = ctx->device;
  int err = rista_try_buffer(ctx, bytes, buffer);
  if (err == RISTA_OUT_OF_MEMORY)
    err = rista_squeeze_buffer(ctx, bytes, buffer);
  if (err != RISTA_SUCCESS)
    return rista_note_refused(device, err, bytes);
  device->used += bytes;
  device->peak = device->used > device->peak ? device->used : device->peak;
  return RISTA_SUCCESS;
}

// Ensures that a block has a buffer, and marks it as the most recently used.
static int rista_use_buffer(struct rista_context *ctx, struct rista_header *header) {
  struct rista_device *device = ctx->device;
  if (header->side.buffer != 0) {
    rista_unlist_buffer(device, header);
    rista_enlist_buffer(device, header);
    return RISTA_SUCCESS;
  }
  rista_buffer buffer = 0;
  int err = rista_make_buffer(ctx, header->capacity, &buffer);
  if (err != RISTA_SUCCESS)
    return err;
  header->side.owner = ctx;
  header->side.buffer = buffer;
  rista_enlist_buffer(device, header);
  return RISTA_SUCCESS;
}

// Sends bytes of a block, which are valid on the host, to the device.
static int rista_send(struct rista_context *ctx, void *block, int64_t offset, const void *from, int64_t bytes) {
  ctx->device->sent += bytes;
  int64_t start;
  int err = rista_begin_copy(ctx, &start);
  if (err == RISTA_SUCCESS)
    err = rista_device_write(ctx, rista_header(block)->side.buffer, offset, from, bytes);
  err = rista_end_copy(ctx, start, err);
  return rista_note_refused(ctx->device, err, -1);
}

// Sends the bytes of the window if they are on the host alone.
static int rista_send_window(struct rista_context *ctx, void *block) {
  struct rista_side *side = &rista_header(block)->side;
  if (!side->differ)
    return RISTA_SUCCESS;
  int err = rista_send(ctx, block, side->from, (char *)block + side->from, side->to - side->from);
  if (err != RISTA_SUCCESS)
    return err;
  side->differ = false;
  if (side->on_host)
    rista_close_window(side);
  return err;
}

static int rista_to_device(struct rista_context *ctx, void *block) {
  struct rista_side *side = &rista_header(block)->side;
  int err = rista_use_buffer(ctx, rista_header(block));
  if (err == RISTA_SUCCESS && side->on_device)
    err = rista_send_window(ctx, block);
  else if (err == RISTA_SUCCESS && side->size > 0)
    err = rista_send(ctx, block, 0, block, side->size);
  side->on_device = side->on_device || err == RISTA_SUCCESS;
  return err;
}

// Launches.

static void rista_free_posts(struct rista_context *ctx) {
  struct rista_device *device = ctx->device;
  if (device->posts != 0)
    rista_device_free(ctx, device->posts);
  device->used -= device->posts_bytes;
  device->posts = 0;
  device->posts_bytes = 0;
}

// Ensures that there are words for the posts of this many groups. They start at zero, which no launch posts.
static int rista_make_posts(struct rista_context *ctx, int64_t groups) {
  struct rista_device *device = ctx->device;
  const int64_t word = sizeof(uint64_t);
  if (groups >= INT32_MAX)
    return rista_note_refused(device, RISTA_OUT_OF_MEMORY, INT32_MAX * word);
  if ((groups + 1) * word <= device->posts_bytes)
    return RISTA_SUCCESS;
  int64_t bytes = 1024 * word;
  while (bytes < (groups + 1) * word)
    bytes *= 2;
  rista_free_posts(ctx);
  void *zeros = calloc((size_t)bytes, 1);
  int err = zeros == NULL ? RISTA_OUT_OF_MEMORY : rista_make_buffer(ctx, bytes, &device->posts);
  if (err == RISTA_SUCCESS) {
    device->posts_bytes = bytes;
    err = rista_note_refused(device, rista_device_write(ctx, device->posts, 0, zeros, bytes), -1);
  }
  if (err != RISTA_SUCCESS)
    rista_free_posts(ctx);
  free(zeros);
  return err;
}

// Returns the buffer that a kernel gets for an argument.
static rista_buffer rista_buffer_of(struct rista_context *ctx, const struct rista_argument *argument) {
  if (argument->posts)
    return ctx->device->posts;
  return argument->block != NULL ? rista_header(argument->block)->side.buffer : 0;
}

// Whether these sizes allow a small launch.
static bool rista_are_small(struct rista_context *ctx, const int64_t *sizes, size_t count) {
  bool are_small = ctx->device != NULL;
  for (size_t i = 0; i < count && are_small; i++)
    are_small = sizes[i] >= 0 && sizes[i] <= ctx->device->most;
  return are_small;
}

// Whether a launch is small, apart from its sizes: it has few threads, its blocks have few elements, and no block is
// both written and passed as read-only.
static bool rista_is_small(struct rista_context *ctx, int64_t groups, int64_t size,
                           const struct rista_argument *arguments, int count) {
  const struct rista_device *device = ctx->device;
  if (size <= 0 || groups > device->most / size)
    return false;
  for (int i = 0; i < count; i++)
    if (arguments[i].block != NULL && arguments[i].written)
      rista_header(arguments[i].block)->side.written = device->round;
  for (int i = 0; i < count; i++) {
    if (arguments[i].block == NULL)
      continue;
    const struct rista_side *side = &rista_header(arguments[i].block)->side;
    if (side->size > device->most * arguments[i].element)
      return false;
    if (!arguments[i].written && side->written == device->round)
      return false;
  }
  return true;
}

// Records that the device refused a launch.
static int rista_fail_launch(struct rista_context *ctx, int kernel, int64_t groups, int64_t size, int64_t shared,
                             int64_t most_shared, const char *why) {
  return rista_fail(ctx,
                    "the device %s does not run the kernel %s (%s) in %" PRId64 " groups of %" PRId64
                    " threads that share %" PRId64 " of %" PRId64 " bytes: %s",
                    ctx->device->name, rista_kernels[kernel].name, rista_kernels[kernel].place, groups, size, shared,
                    most_shared, why);
}

// Launches a kernel with these numbers of groups, threads and bytes shared by each group; `are_small` says whether its
// sizes are.
static int rista_launch(struct rista_context *ctx, int kernel, int64_t groups, int64_t size, int64_t shared, bool are_small,
                        const struct rista_argument *arguments, int count) {
  struct rista_device *device = ctx->device;
  if (groups <= 0)
    return RISTA_SUCCESS;
  int err = rista_ready(ctx);
  if (err == RISTA_SUCCESS && device->launches_wait && device->unchecked) {
    err = rista_look(ctx, true);
    if (err == RISTA_SUCCESS)
      err = rista_tell(ctx);
  }
  if (err != RISTA_SUCCESS)
    return err;
  device->round++;
  device->launching = kernel;
  for (int i = 0; i < count; i++)
    if (arguments[i].block != NULL)
      rista_header(arguments[i].block)->side.round = device->round;
  for (int i = 0; i < count && err == RISTA_SUCCESS; i++)
    if (arguments[i].block != NULL)
      err = rista_to_device(ctx, arguments[i].block);
    else if (arguments[i].posts)
      err = rista_make_posts(ctx, groups);
  int version = are_small && rista_is_small(ctx, groups, size, arguments, count) ? RISTA_NARROW : RISTA_WIDE;
  if (err == RISTA_SUCCESS)
    err = rista_device_prepare(ctx, version);
  if (err == RISTA_SUCCESS)
    err = rista_note_refused(
        device, rista_device_launch(ctx, version, kernel, groups, size, shared, arguments, count), -1);
  device->launching = RISTA_KERNELS;
  if (err != RISTA_SUCCESS)
    return err;
  device->unchecked = RISTA_KERNELS_CAN_FAIL != 0;
  device->launches[kernel].count += device->profiling;
  for (int i = 0; i < count; i++) {
    if (arguments[i].block == NULL)
      continue;
    struct rista_side *side = &rista_header(arguments[i].block)->side;
    side->on_host = side->on_host && !arguments[i].written;
    side->touched = 0;
    if (arguments[i].written)
      rista_close_window(side);
  }
  return RISTA_SUCCESS;
}

// Accesses by the host.

// Copies bytes from the device to the block's memory on the host.
static int rista_receive_part(struct rista_context *ctx, void *block, int64_t from, int64_t to) {
  if (from >= to)
    return RISTA_SUCCESS;
  return rista_receive(ctx, (char *)block + from, rista_header(block)->side.buffer, from, to - from);
}

static int rista_on_host(struct rista_context *ctx, const void *block, bool written) {
  if (block == NULL)
    return RISTA_SUCCESS;
  struct rista_side *side = &rista_header((void *)block)->side;
  if (!side->on_host) {
    int err = rista_receive_part(ctx, (void *)block, 0, side->from);
    if (err == RISTA_SUCCESS)
      err = rista_receive_part(ctx, (void *)block, side->to, side->size);
    if (err != RISTA_SUCCESS)
      return err;
  }
  side->on_host = true;
  side->on_device = side->on_device && !written;
  if (!side->differ || !side->on_device)
    rista_close_window(side);
  return RISTA_SUCCESS;
}

static inline bool rista_in_window(const struct rista_side *side, int64_t offset, int64_t bytes) {
  return side->from <= offset && offset + bytes <= side->to;
}

static int rista_fetch(struct rista_context *ctx, void *to, const void *block, int64_t offset, int64_t bytes) {
  if (bytes <= 0)
    return RISTA_SUCCESS;
  struct rista_side *side = &rista_header((void *)block)->side;
  if (!side->on_host && !rista_in_window(side, offset, bytes)) {
    int err = rista_send_window(ctx, (void *)block);
    return err == RISTA_SUCCESS ? rista_receive(ctx, to, side->buffer, offset, bytes) : err;
  }
  memcpy(to, (const char *)block + offset, (size_t)bytes);
  return RISTA_SUCCESS;
}

static void rista_note_err(struct rista_context *ctx, int err) {
  ctx->device_err = ctx->device_err == RISTA_SUCCESS ? err : ctx->device_err;
}

static inline int rista_take_err(struct rista_context *ctx) {
  int err = ctx->device_err;
  ctx->device_err = RISTA_SUCCESS;
  return err;
}

// Extends the window by these bytes, or moves it there if it would become too large. A part of the block that is larger
// is received without a window.
static int rista_move_window(struct rista_context *ctx, void *block, int64_t offset, int64_t bytes) {
  struct rista_side *side = &rista_header(block)->side;
  int64_t from = offset / RISTA_PAGE * RISTA_PAGE, to = (offset + bytes + RISTA_PAGE - 1) / RISTA_PAGE * RISTA_PAGE;
  to = to < side->size ? to : side->size;
  int64_t low = from < side->from ? from : side->from, high = to > side->to ? to : side->to;
  if (side->from < side->to && high - low <= RISTA_WINDOW) {
    int err = rista_receive_part(ctx, block, low, side->from);
    if (err == RISTA_SUCCESS)
      err = rista_receive_part(ctx, block, side->to, high);
    if (err == RISTA_SUCCESS)
      side->from = low, side->to = high;
    return err;
  }
  int err = rista_send_window(ctx, block);
  if (err != RISTA_SUCCESS)
    return err;
  rista_close_window(side);
  bool is_window = to - from <= RISTA_WINDOW;
  err = is_window ? rista_receive_part(ctx, block, from, to) : rista_receive_part(ctx, block, offset, offset + bytes);
  if (err == RISTA_SUCCESS && is_window)
    side->from = from, side->to = to;
  return err;
}

// Makes bytes of a block that is on the device available in its memory on the host.
static void rista_bring(struct rista_context *ctx, void *block, int64_t offset, int64_t bytes) {
  struct rista_side *side = &rista_header(block)->side;
  if (bytes <= 0 || rista_in_window(side, offset, bytes))
    return;
  if (++side->touched >= RISTA_TOUCHES || side->size <= RISTA_SMALL)
    rista_note_err(ctx, rista_on_host(ctx, block, false));
  else
    rista_note_err(ctx, rista_move_window(ctx, block, offset, bytes));
}

// Makes bytes of a block available on the host, and returns them. After a failure, of which the program learns only
// after the whole statement, they are zeros, or bytes of another place if there are many.
static const void *rista_read_afar(struct rista_context *ctx, const void *block, int64_t offset, int64_t bytes) {
  static const uint64_t zeros[2];
  if (block != NULL && ctx->device_err == RISTA_SUCCESS)
    rista_bring(ctx, (void *)block, offset, bytes);
  if (ctx->device_err == RISTA_SUCCESS)
    return (const char *)block + offset;
  return bytes <= (int64_t)sizeof(zeros) ? (const void *)zeros : block;
}

// Returns bytes of a block that are valid on the host.
static inline const void *rista_read_at(struct rista_context *ctx, const void *block, int64_t offset, int64_t bytes) {
  if (ctx->device_err != RISTA_SUCCESS || block == NULL || !rista_header((void *)block)->side.on_host)
    return rista_read_afar(ctx, block, offset, bytes);
  return (const char *)block + offset;
}

// Makes a block valid on the host alone.
static void rista_leave_device(struct rista_side *side) {
  side->on_device = false;
  rista_close_window(side);
}

// Writes bytes of a block on the device too, unless there is no buffer or the host has accessed it often.
static void rista_pass_on(struct rista_context *ctx, void *block, int64_t offset, const void *value, int64_t bytes) {
  struct rista_side *side = &rista_header(block)->side;
  bool often = ++side->touched >= RISTA_TOUCHES;
  if (side->on_host && (often || side->buffer == 0)) {
    rista_leave_device(side);
  } else if (often) {
    rista_note_err(ctx, rista_on_host(ctx, block, true));
  } else {
    rista_note_err(ctx, rista_send_window(ctx, block));
    rista_note_err(ctx, rista_send(ctx, block, offset, value, bytes));
  }
}

// Prepares a block on the device for the host's write of bytes that fit in a window. They will differ from the device's.
static void rista_take_over(struct rista_context *ctx, void *block, int64_t offset, int64_t bytes) {
  struct rista_side *side = &rista_header(block)->side;
  if (!side->on_host)
    rista_bring(ctx, block, offset, bytes);
  if (ctx->device_err != RISTA_SUCCESS)
    return;
  bool is_first = side->on_host && !side->differ;
  int64_t from = is_first || offset < side->from ? offset : side->from;
  int64_t to = is_first || offset + bytes > side->to ? offset + bytes : side->to;
  if (side->on_host && (side->buffer == 0 || side->size <= RISTA_SMALL || to - from > RISTA_WINDOW)) {
    rista_leave_device(side);
    return;
  }
  side->from = from, side->to = to;
  side->differ = true;
}

// Writes bytes of a block; does nothing after a failure.
static inline void rista_write_at(struct rista_context *ctx, void *block, int64_t offset, const void *value,
                                  int64_t bytes) {
  if (bytes <= 0 || ctx->device_err != RISTA_SUCCESS)
    return;
  if (rista_header(block)->side.on_device)
    bytes > RISTA_PAGE ? rista_pass_on(ctx, block, offset, value, bytes) : rista_take_over(ctx, block, offset, bytes);
  memmove((char *)block + offset, value, (size_t)bytes);
}

// Whether to copy between two blocks on the host instead of the device. This pays if the source is on the host and little
// is copied, or if no launch has used the source for many copies. Then a source of small copies is brought to the host.
static bool rista_copies_here(struct rista_context *ctx, struct rista_header *to, struct rista_header *from,
                              int64_t bytes) {
  if (!to->side.on_host || bytes > RISTA_LARGE_COPY)
    return false;
  bool often = ++from->side.touched >= RISTA_TOUCHES;
  if (often && bytes <= RISTA_SMALL)
    rista_note_err(ctx, rista_on_host(ctx, from + 1, false));
  return from->side.on_host && (often || bytes <= RISTA_SMALL);
}

static int rista_transfer(struct rista_context *ctx, void *to, int64_t to_offset, const void *from,
                          int64_t from_offset, int64_t bytes) {
  if (bytes <= 0)
    return RISTA_SUCCESS;
  struct rista_device *device = ctx->device;
  struct rista_side *target = &rista_header(to)->side, *source = &rista_header((void *)from)->side;
  bool overlaps = to == from && to_offset < from_offset + bytes && from_offset < to_offset + bytes;
  if (source->buffer == 0 || !source->on_device || !target->on_device || overlaps ||
      rista_copies_here(ctx, rista_header(to), rista_header((void *)from), bytes)) {
    const void *bytes_from = rista_read_at(ctx, from, from_offset, bytes);
    if (ctx->device_err == RISTA_SUCCESS)
      rista_write_at(ctx, to, to_offset, bytes_from, bytes);
    return rista_take_err(ctx);
  }
  target->round = source->round = ++device->round;
  int err = rista_to_device(ctx, to);
  if (err == RISTA_SUCCESS)
    err = rista_send_window(ctx, (void *)from);
  if (err == RISTA_SUCCESS)
    err = rista_note_refused(
        device, rista_device_copy(ctx, target->buffer, to_offset, source->buffer, from_offset, bytes), -1);
  if (err != RISTA_SUCCESS)
    return err;
  target->on_host = false;
  rista_close_window(target);
  return err;
}

// Copies between blocks, which may be the same; does nothing after a failure.
static void rista_copy_at(struct rista_context *ctx, void *to, int64_t to_offset, const void *from,
                          int64_t from_offset, int64_t bytes) {
  if (ctx->device_err == RISTA_SUCCESS)
    rista_note_err(ctx, rista_transfer(ctx, to, to_offset, from, from_offset, bytes));
}

// If this fails, the launch that uses the block reports the error.
static void rista_prepare(struct rista_context *ctx, void *block) {
  if (block != NULL && !ctx->is_broken && rista_to_device(ctx, block) == RISTA_OUT_OF_MEMORY)
    ctx->device->refused = 0;
}

// Choosing, opening and closing.

// A device that can be chosen.
struct rista_candidate {
  char platform[128];
  char name[128];
  const char *kind;
  int rank; // Of the kind of device; higher is better.
  int64_t units;
  // Identifiers of the driver.
  uint64_t platform_id;
  uint64_t device_id;
};

// Defined by the file below: returns all devices, in fresh memory.
static int rista_device_candidates(struct rista_context *ctx, struct rista_candidate **candidates, int *count);

static bool rista_contains(const char *text, const char *part) {
  for (; *text != 0; text++) {
    size_t at = 0;
    while (part[at] != 0 && tolower((unsigned char)text[at]) == tolower((unsigned char)part[at]))
      at++;
    if (part[at] == 0)
      return true;
  }
  return part[0] == 0;
}

// Whether a device matches. Its platform's name must contain `platform`. `device` is its number among those, or a part
// of either name.
static bool rista_fits(const struct rista_candidate *candidate, const char *device, const char *platform,
                       int *number) {
  if (!rista_contains(candidate->platform, platform))
    return false;
  int own = (*number)++;
  char *end;
  if (device[0] == 0)
    return true;
  if (device[0] == '#' && device[1] != 0) {
    long wanted = strtol(device + 1, &end, 10);
    if (*end == 0)
      return wanted == own;
  }
  return rista_contains(candidate->name, device) || rista_contains(candidate->platform, device);
}

// Returns the best matching device, or -1 after a failure whose message lists the devices.
static int rista_choose(struct rista_context *ctx, const struct rista_candidate *candidates, int count) {
  const struct rista_settings *settings = &ctx->device->settings;
  const char *device = settings->device != NULL ? settings->device : "";
  const char *platform = settings->platform != NULL ? settings->platform : "";
  int best = -1, number = 0;
  char names[1024] = "";
  for (int i = 0; i < count; i++) {
    size_t length = strlen(names);
    snprintf(names + length, sizeof(names) - length, "%s#%d %s (%s)", i == 0 ? "" : ", ", i, candidates[i].name,
             candidates[i].platform);
    if (rista_fits(&candidates[i], device, platform, &number) &&
        (best < 0 || candidates[i].rank > candidates[best].rank ||
         (candidates[i].rank == candidates[best].rank && candidates[i].units > candidates[best].units)))
      best = i;
  }
  if (best < 0 && count == 0)
    rista_fail(ctx, "there is no device: the driver knows none");
  else if (best < 0)
    rista_fail(ctx, "there is no device%s%s%s%s%s%s; there are: %s", device[0] != 0 ? " '" : "", device,
               device[0] != 0 ? "'" : "", platform[0] != 0 ? " of a platform '" : "", platform,
               platform[0] != 0 ? "'" : "", names);
  else
    snprintf(ctx->device->name, sizeof(ctx->device->name), "%s", candidates[best].name);
  return best;
}

// Returns a size that was set, or else the usual one.
static int64_t rista_wanted_size(const struct rista_context *ctx, int number, int64_t usual, int64_t most) {
  int64_t wanted = ctx->device->settings.sizes[number];
  wanted = wanted > 0 ? wanted : usual;
  return wanted < most ? wanted : most;
}

// Like `rista_wanted_size`, rounded down to a power of two.
static int64_t rista_wanted_power(const struct rista_context *ctx, int number, int64_t usual, int64_t most) {
  int64_t wanted = rista_wanted_size(ctx, number, usual, most), power = 1;
  while (power * 2 <= wanted)
    power *= 2;
  return power;
}

// Properties of a device by which sizes are chosen.
struct rista_abilities {
  int64_t threads; // Largest number of threads in a group.
  int64_t units;
  int64_t memory;      // Bytes that a group may share.
  int64_t unit_memory; // Bytes that all groups on a unit may share.
  int64_t warp;        // 0 if unknown.
  int64_t stacks;      // Largest number of bytes of a group's stacks; 0 if unlimited.
};

// Chooses the initial sizes, such that two groups run on each unit at a time, within the limits that all devices have.
static void rista_choose_sizes(struct rista_context *ctx, const struct rista_abilities *has) {
  int64_t threads = has->threads < RISTA_MOST_IN_GROUP ? has->threads : RISTA_MOST_IN_GROUP;
  int64_t memory = (has->memory < RISTA_MOST ? has->memory : RISTA_MOST) - RISTA_SHARED_BESIDE;
  int64_t half = has->unit_memory / 2, least = 32 << 10, fit = has->memory / RISTA_SHARED_EACH;
  threads = threads < fit || fit < 1 ? threads : fit;
  // A device reserves stacks for all threads that run at once, about 300,000 on the largest ones.
  ctx->stack_size = rista_wanted_size(ctx, RISTA_OF_STACK, 8 << 10, RISTA_MOST_STACK);
  int64_t stacks = RISTA_KERNEL_STACKS;
  if (has->stacks > 0 && stacks > 0) {
    int64_t most = has->stacks > stacks ? has->stacks / stacks : 1;
    ctx->stack_size = ctx->stack_size < most ? ctx->stack_size : most;
    threads = threads < most / ctx->stack_size ? threads : most / ctx->stack_size;
  }
  ctx->group_size = rista_wanted_power(ctx, RISTA_OF_GROUP, 256, threads);
  ctx->groups = rista_wanted_size(ctx, RISTA_OF_GROUPS, has->units * 4 > 8 ? has->units * 4 : 8, RISTA_MOST_GROUPS);
  ctx->group_memory = rista_wanted_size(ctx, RISTA_OF_MEMORY, half > least ? half : least, memory > 0 ? memory : 1);
  ctx->tile_size = rista_wanted_power(ctx, RISTA_OF_TILE, 16, RISTA_MOST_SIDE);
  ctx->warp_size = rista_wanted_power(ctx, RISTA_OF_WARP, has->warp > 0 ? has->warp : 32, RISTA_MOST_SIDE);
  int64_t eighth = ctx->group_size > 8 ? ctx->group_size / 8 : 1;
  ctx->short_segment = rista_wanted_size(ctx, RISTA_OF_SEGMENT, eighth, RISTA_MOST);
}

// Writes an option of the kernels' compiler that defines a size.
static void rista_define_size(const struct rista_context *ctx, int number, const char *define, char *text,
                              size_t room) {
  snprintf(text, room, "%s%s=%" PRId64, define, rista_sizes[number].variable, ctx->sizes[number]);
}

// Completes the settings from the environment.
static int rista_take_environment(struct rista_context *ctx) {
  struct rista_device *device = ctx->device;
  if (device->settings.device == NULL)
    device->settings.device = getenv("RISTA_DEVICE");
  if (device->settings.build_options == NULL)
    device->settings.build_options = getenv("RISTA_BUILD_OPTIONS");
  int64_t most = 0;
  int err = rista_environment_number(ctx, "RISTA_INDEX_LIMIT", &most);
  device->most = most > 0 && most < RISTA_MOST ? most : RISTA_MOST;
  if (err == RISTA_SUCCESS)
    err = rista_environment_number(ctx, "RISTA_DEVICE_MEMORY", &device->limit);
  for (int i = 0; i < RISTA_SIZES && err == RISTA_SUCCESS; i++)
    if (device->settings.sizes[i] <= 0)
      err = rista_environment_number(ctx, rista_sizes[i].variable, &device->settings.sizes[i]);
  return err;
}

// Opens the context's device. On failure the context holds the message, and every call fails.
static int rista_open_device(struct rista_context *ctx, const struct rista_settings *settings) {
  struct rista_device *device = ctx->device = calloc(1, sizeof(struct rista_device));
  if (device == NULL)
    return rista_break(ctx, RISTA_OUT_OF_MEMORY);
  if (settings != NULL)
    device->settings = *settings;
  device->launching = RISTA_KERNELS;
  device->profiling = device->settings.profiling;
  int err = rista_take_environment(ctx);
  const char *options = device->settings.build_options;
  device->build_options = strdup(options != NULL ? options : "");
  int64_t limit = device->limit;
  if (err == RISTA_SUCCESS)
    err = device->build_options != NULL ? rista_device_open(ctx) : RISTA_OUT_OF_MEMORY;
  if (limit > 0 && (device->limit == 0 || limit < device->limit))
    device->limit = limit;
  if (err == RISTA_SUCCESS)
    err = rista_device_alloc(ctx, sizeof(struct rista_failure), &device->failure);
  if (err == RISTA_SUCCESS)
    err = rista_clear_failure(ctx);
  // The caller may free the settings before the device is used.
  device->settings = (struct rista_settings){.profiling = device->settings.profiling};
  if (err == RISTA_SUCCESS)
    return err;
  if (err == RISTA_OUT_OF_MEMORY)
    rista_fail(ctx, "out of memory: the device cannot be opened");
  if (device->failure != 0)
    rista_device_free(ctx, device->failure);
  rista_device_close(ctx);
  return rista_break(ctx, RISTA_PROGRAM_ERROR);
}

// Frees all buffers, including those of blocks that live on.
static void rista_close_device(struct rista_context *ctx) {
  struct rista_device *device = ctx->device;
  if (device == NULL)
    return;
  while (device->oldest != NULL)
    rista_drop_buffer(ctx, device->oldest);
  if (!ctx->is_broken) {
    rista_free_posts(ctx);
    rista_device_free(ctx, device->failure);
    rista_device_close(ctx);
  }
  rista_unstage(device);
  free(device->build_options);
  free(device);
  ctx->device = NULL;
}

// Writes all devices to a file, with the numbers and names that select them.
static void rista_list_devices(FILE *file) {
  struct rista_context ctx = {0};
  struct rista_candidate *candidates = NULL;
  int count = 0;
  if (rista_device_candidates(&ctx, &candidates, &count) != RISTA_SUCCESS)
    fprintf(file, "%s\n", ctx.error != NULL ? ctx.error : "Error: out of memory");
  for (int i = 0; i < count; i++)
    fprintf(file, "#%d %s (%s, %s)\n", i, candidates[i].name, candidates[i].kind, candidates[i].platform);
  free(candidates);
  free(ctx.error);
}

// Records that the device had too little memory; returns false if the device was not the reason.
static bool rista_fail_device_memory(struct rista_context *ctx) {
  struct rista_device *device = ctx->device;
  if (device == NULL || device->refused == 0)
    return false;
  const char *place = device->refused_by < RISTA_KERNELS ? rista_kernels[device->refused_by].place : "";
  const char *operation = place[0] != 0 ? ", for the operation at " : "";
  if (device->refused < 0)
    rista_fail(ctx, "out of memory: the device needs more beside %" PRId64 " bytes of arrays%s%s; " RISTA_OTHER_TARGETS,
               device->beside, operation, place);
  else
    rista_fail(ctx,
               "out of memory: an array of %" PRId64 " bytes does not fit on the device beside %" PRId64
               " in use, of %" PRId64 "%s%s; " RISTA_OTHER_TARGETS,
               device->refused, device->beside, device->limit, operation, place);
  device->refused = 0;
  return true;
}

// Statistics of a context, as JSON.

static bool rista_has_report(const struct rista_context *ctx) {
  return ctx->device != NULL && !ctx->is_broken;
}

static size_t rista_report_room(const struct rista_context *ctx) {
  size_t room = 1024;
  for (int i = 0; i < RISTA_KERNELS && rista_has_report(ctx); i++)
    room += strlen(rista_kernels[i].name) + 2 * strlen(rista_kernels[i].place) + 128;
  return room;
}

// Writes a text as a JSON string, at most twice as long; returns its length.
static int rista_report_text(char *to, const char *text) {
  int at = 0;
  for (; *text != 0; text++) {
    if (*text == '"' || *text == '\\')
      to[at++] = '\\';
    to[at++] = (unsigned char)*text < ' ' ? ' ' : *text;
  }
  to[at] = 0;
  return at;
}

// Reports the device, its bytes in arrays, and the bytes transferred in both directions.
static int rista_report_device(struct rista_context *ctx, char *text, size_t room) {
  const struct rista_device *device = ctx->device;
  if (!rista_has_report(ctx))
    return 0;
  rista_device_wait(ctx);
  int at = snprintf(text, room, "\"device\":{\"name\":\"");
  at += rista_report_text(text + at, device->name);
  return at + snprintf(text + at, room - (size_t)at,
                       "\",\"peak\":%" PRId64 ",\"used\":%" PRId64 ",\"sent\":%" PRId64 ",\"received\":%" PRId64 ",\"copies\":%.3f},",
                       device->peak, device->used, device->sent, device->received, (double)device->copies / 1000.0);
}

// Reports the kernels that were launched while profiling.
static int rista_report_kernels(struct rista_context *ctx, char *text, size_t room, const char *separator) {
  int at = 0;
  for (int i = 0; i < RISTA_KERNELS && rista_has_report(ctx); i++) {
    const struct rista_launches *launches = &ctx->device->launches[i];
    if (launches->count == 0)
      continue;
    at += snprintf(text + at, room - (size_t)at, "%s{\"name\":\"%s\",\"description\":\"launches: %" PRId64 "%s",
                   separator, rista_kernels[i].name, launches->count, rista_kernels[i].place[0] != 0 ? ", " : "");
    at += rista_report_text(text + at, rista_kernels[i].place);
    at += snprintf(text + at, room - (size_t)at, "\",\"duration\":%.3f}", (double)launches->nanoseconds / 1000.0);
    separator = ",";
  }
  return at;
}
