// A device: where blocks are, launches of kernels, their failures, and the memory of the device. What is here is the
// same for all; `opencl.h` or `cuda.h` under it talks to the driver.
//
// A block is one thing to the program; its contents are on the host, on the device, or on both, and come to the other
// side when they are touched there. Nothing waits for the device but reads of what is on it alone, and the end of a
// call whose kernels can fail.
//
// A block keeps its buffer for as long as it has memory on the host, also while the pool of the context keeps it: so
// what is freed and allocated again needs neither. When the device has no more memory, buffers of blocks that nobody
// uses go, then, longest unused first, those of blocks whose contents are on the host as well, but for the present
// launch's.

#include <ctype.h>

// The host moves what it touches of a block on the device bit by bit, but the whole block when it touches it so often
// without a launch that uses it, or if it has at most so many bytes.
#define RISTA_TOUCHES 8
#define RISTA_SMALL 4096

// The text of the kernels is compiled in two versions (`index.h`): for launches that are small, and for all, which waits until
// a launch needs it.
enum { RISTA_NARROW, RISTA_WIDE, RISTA_VERSIONS };

// The most threads, elements of a block, and the largest size, of a launch that is small.
#define RISTA_MOST (INT64_C(1) << 30)
// The most threads of any launch, and of a group, the most groups that keep a device busy, and the longest sides of tiles.
#define RISTA_MOST_THREADS (INT64_C(1) << 62)
#define RISTA_MOST_IN_GROUP (1 << 16)
#define RISTA_MOST_GROUPS (1 << 20)
#define RISTA_MOST_SIDE (1 << 8)
// The most bytes of a thread's stack: half of what a thread may have with CUDA.
#define RISTA_MOST_STACK (1 << 18)
// Bytes that are left beside a group's tiles and histograms: for what else it shares, and for gaps.
#define RISTA_SHARED_BESIDE 1024

// Sizes as tuning parameters, by number, with their classes; in the environment, which is also what kernels know them by;
// and the options that set them, or NULL.
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

// The values of a failure, as a kernel records it.
#define RISTA_FAILURE_VALUES 8
#define RISTA_FAILURE_CALLS 15

struct rista_kernel {
  const char *name;
  const char *place;
};

// What a part of the memory of a group takes.
#define RISTA_ALIGNED(BYTES) (((BYTES) + 15) & ~INT64_C(15))

static const struct rista_kernel rista_kernels[RISTA_KERNELS + 1];
static const char *const rista_kernel_texts[RISTA_KERNEL_TEXTS + 1];

// Of the first failure since the word was set; the head of it is enough to know whether there is one.
struct rista_failure {
  int32_t lock;
  int32_t assertion; // -1 is none.
  int64_t launch;    // Then INT64_MAX.
  int64_t group;
  int64_t iteration;
  int64_t thread;
  int64_t values[RISTA_FAILURE_VALUES];
  int32_t calls; // That led there, so many; innermost first.
  int32_t call[RISTA_FAILURE_CALLS];
};

#define RISTA_FAILURE_HEAD 16

// A block or, where `scalar` is not NULL, so many bytes of one, or what the groups of the launch post.
struct rista_argument {
  void *block;
  bool written;
  bool posts;
  int element; // Bytes of the smallest elements that it is accessed as; 0 if they are not known.
  const void *scalar;
  size_t size;
};

// What a device is opened with. 0 and NULL leave it to the environment, and else to the device.
struct rista_settings {
  const char *device;   // `#K`, or a part of its name or its platform's.
  const char *platform; // A part of its platform's name.
  const char *cache_file;
  const char *build_options; // Of the kernels' compiler, with blanks between them.
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

// Fewer bytes are copied so that nobody waits until they have been sent, but not more of them at a time.
#define RISTA_STAGED 65536
#define RISTA_MOST_STAGED (16 << 20)

struct rista_device {
  struct rista_settings settings;
  struct rista_driver *driver; // Of the file below.
  char name[256];
  char *build_options;
  // The blocks with buffers, by their last launch.
  struct rista_header *newest;
  struct rista_header *oldest;
  int64_t round; // Of launches.
  int64_t most; // Of a small one: RISTA_MOST, or less to try large ones.
  // Bytes in buffers.
  int64_t used;
  int64_t peak;
  int64_t limit;   // The most that may be, or 0.
  int64_t refused; // The size of a buffer that was refused, or -1 for what else needs memory, or 0,
  int64_t beside;  // and what was used then.
  rista_buffer failure;
  struct rista_failure seen; // What the host has last read of it.
  bool unchecked;            // Kernels that can fail were launched since.
  bool launches_wait;        // For kernels before them that can fail: the device does not skip those after a failure.
  rista_buffer posts;        // What groups post, in words that only grow, and first the count of those that begin.
  int64_t posts_bytes;
  struct rista_staged *staged;
  int64_t staged_bytes;
  bool profiling;
  int64_t sent; // Bytes.
  int64_t received;
  struct rista_launches launches[RISTA_KERNELS + 1];
};

// Given by the file below. All give an error code, with a message where that is RISTA_PROGRAM_ERROR. Work is done in
// the order in which it is given, later; only `wait` and reads that say so wait for it.
static int rista_device_open(struct rista_context *ctx); // Also what was left by one that failed is closed.
static void rista_device_close(struct rista_context *ctx);
static int rista_device_alloc(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer);
static void rista_device_free(struct rista_context *ctx, rista_buffer buffer);
static int rista_device_write(struct rista_context *ctx, rista_buffer to, int64_t offset, const void *from,
                              int64_t bytes); // `from` may change as soon as it returns.
static int rista_device_read(struct rista_context *ctx, void *to, rista_buffer from, int64_t offset, int64_t bytes,
                             bool wait);
static int rista_device_copy(struct rista_context *ctx, rista_buffer to, int64_t to_offset, rista_buffer from,
                             int64_t from_offset, int64_t bytes);
static int rista_device_prepare(struct rista_context *ctx, int version); // Has the kernels ready.
static int rista_device_launch(struct rista_context *ctx, int version, int kernel, int64_t groups, int64_t size,
                               int64_t shared, const struct rista_argument *arguments, int count);
static void rista_device_start(struct rista_context *ctx); // Does not let what was given wait for more.
static int rista_device_wait(struct rista_context *ctx);

// Makes a version of the kernels for groups of `ctx->group_size` threads, out of what was compiled before unless that is
// NULL; makes `most` smaller if one cannot run in groups that large.
static int rista_device_build(struct rista_context *ctx, int version, const char *binary, size_t bytes, int64_t *most);
// What was compiled, in fresh memory; NULL if it cannot be had.
static char *rista_device_built(struct rista_context *ctx, int version, size_t *bytes);

// Given by the program: records the failure of an assertion, and its places. Gives the error code.
static int rista_tell_failure(struct rista_context *ctx, int32_t assertion, const int64_t *values);
// Likewise: adds the places of a call in a kernel to the trace.
static void rista_tell_call(struct rista_context *ctx, int err, int32_t call);

// The bytes, where they stay until the device has all that was given; NULL if that is not worth it.
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

// The device has all that was given.
static void rista_unstage(struct rista_device *device) {
  while (device->staged != NULL) {
    struct rista_staged *next = device->staged->next;
    free(device->staged);
    device->staged = next;
  }
  device->staged_bytes = 0;
}

// Failures of kernels.

// Reads the head of the failure, if there may be one.
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

// Fails if what was read is a failure. The device is told to go on.
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
  // Whoever waits for the device has not called what failed.
  ctx->frames = RISTA_PLACES;
  return err;
}

// Reads bytes of a buffer, and what failures came before.
static int rista_receive(struct rista_context *ctx, void *to, rista_buffer from, int64_t offset, int64_t bytes) {
  bool unchecked = ctx->device->unchecked;
  int err = rista_look(ctx, false);
  if (err == RISTA_SUCCESS)
    err = rista_device_read(ctx, to, from, offset, bytes, true);
  ctx->device->received += bytes;
  return err == RISTA_SUCCESS && unchecked ? rista_tell(ctx) : err;
}

// What a call gave, or the failure of a kernel, which came before that of the host.
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

// Waits until the device has done all.
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

static void rista_drop_buffer(struct rista_context *ctx, struct rista_header *header) {
  struct rista_device *device = ctx->device;
  rista_unlist_buffer(device, header);
  rista_device_free(ctx, header->side.buffer);
  device->used -= header->capacity;
  header->side.buffer = 0;
}

static void rista_free_buffer(struct rista_header *header) { rista_drop_buffer(header->side.owner, header); }

static int rista_try_buffer(struct rista_context *ctx, int64_t bytes, rista_buffer *buffer) {
  struct rista_device *device = ctx->device;
  if (device->limit > 0 && bytes > device->limit - device->used)
    return RISTA_OUT_OF_MEMORY;
  return rista_device_alloc(ctx, bytes, buffer);
}

// A buffer where memory is short.
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
  }
  return err;
}

// A buffer that counts as used.
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

// Gives a block a buffer, and makes it the one that was used last.
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

// Sends bytes of a block, which are valid on the host.
static int rista_send(struct rista_context *ctx, void *block, int64_t offset, const void *from, int64_t bytes) {
  ctx->device->sent += bytes;
  int err = rista_device_write(ctx, rista_header(block)->side.buffer, offset, from, bytes);
  return rista_note_refused(ctx->device, err, -1);
}

static int rista_to_device(struct rista_context *ctx, void *block) {
  struct rista_side *side = &rista_header(block)->side;
  int err = rista_use_buffer(ctx, rista_header(block));
  if (err == RISTA_SUCCESS && !side->on_device && side->size > 0)
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

// Words for what so many groups post. They begin as zeros, which no launch posts.
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

// The buffer that a kernel gets.
static rista_buffer rista_buffer_of(struct rista_context *ctx, const struct rista_argument *argument) {
  if (argument->posts)
    return ctx->device->posts;
  return argument->block != NULL ? rista_header(argument->block)->side.buffer : 0;
}

// Whether a small launch may have these sizes.
static bool rista_are_small(struct rista_context *ctx, const int64_t *sizes, size_t count) {
  bool are_small = ctx->device != NULL;
  for (size_t i = 0; i < count && are_small; i++)
    are_small = sizes[i] >= 0 && sizes[i] <= ctx->device->most;
  return are_small;
}

// Whether a launch is small beside its sizes: it has few threads, its blocks have few elements, and no block that it only
// reads is one that it writes.
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

// Lets so many groups of so many threads run a kernel, with so many bytes that each group shares; its sizes are small or not.
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
  }
  return RISTA_SUCCESS;
}

// What the host touches.

static int rista_on_host(struct rista_context *ctx, const void *block, bool written) {
  if (block == NULL)
    return RISTA_SUCCESS;
  struct rista_side *side = &rista_header((void *)block)->side;
  int err = RISTA_SUCCESS;
  if (!side->on_host && side->size > 0)
    err = rista_receive(ctx, (void *)block, side->buffer, 0, side->size);
  if (err != RISTA_SUCCESS)
    return err;
  side->on_host = true;
  side->on_device = side->on_device && !written;
  return RISTA_SUCCESS;
}

static int rista_fetch(struct rista_context *ctx, void *to, const void *block, int64_t offset, int64_t bytes) {
  if (bytes <= 0)
    return RISTA_SUCCESS;
  struct rista_side *side = &rista_header((void *)block)->side;
  if (!side->on_host)
    return rista_receive(ctx, to, side->buffer, offset, bytes);
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

// Brings bytes of a block, which are on the device alone, to their place on the host.
static void rista_bring(struct rista_context *ctx, void *block, int64_t offset, int64_t bytes) {
  struct rista_side *side = &rista_header(block)->side;
  if (bytes <= 0)
    return;
  if (++side->touched >= RISTA_TOUCHES || side->size <= RISTA_SMALL)
    rista_note_err(ctx, rista_on_host(ctx, block, false));
  else
    rista_note_err(ctx, rista_receive(ctx, (char *)block + offset, side->buffer, offset, bytes));
}

// Bytes of a block where it takes more than looking at them to have them on the host. After a failure, which the
// program learns of only when it has done the whole statement, these are zeros, or those of another place where there
// are many.
static const void *rista_read_afar(struct rista_context *ctx, const void *block, int64_t offset, int64_t bytes) {
  static const uint64_t zeros[2];
  if (block != NULL && ctx->device_err == RISTA_SUCCESS)
    rista_bring(ctx, (void *)block, offset, bytes);
  if (ctx->device_err == RISTA_SUCCESS)
    return (const char *)block + offset;
  return bytes <= (int64_t)sizeof(zeros) ? (const void *)zeros : block;
}

// Bytes of a block, valid on the host.
static inline const void *rista_read_at(struct rista_context *ctx, const void *block, int64_t offset, int64_t bytes) {
  if (ctx->device_err != RISTA_SUCCESS || block == NULL || !rista_header((void *)block)->side.on_host)
    return rista_read_afar(ctx, block, offset, bytes);
  return (const char *)block + offset;
}

// Writes bytes of a block on the device too, or makes it one that is on the host alone.
static void rista_pass_on(struct rista_context *ctx, void *block, int64_t offset, const void *value, int64_t bytes) {
  struct rista_side *side = &rista_header(block)->side;
  bool often = ++side->touched >= RISTA_TOUCHES;
  if (side->on_host && (often || side->buffer == 0 || side->size <= RISTA_SMALL))
    side->on_device = false;
  else if (often)
    rista_note_err(ctx, rista_on_host(ctx, block, true));
  else
    rista_note_err(ctx, rista_send(ctx, block, offset, value, bytes));
}

// Writes bytes of a block; nothing after a failure.
static inline void rista_write_at(struct rista_context *ctx, void *block, int64_t offset, const void *value,
                                  int64_t bytes) {
  if (bytes <= 0 || ctx->device_err != RISTA_SUCCESS)
    return;
  if (rista_header(block)->side.on_device)
    rista_pass_on(ctx, block, offset, value, bytes);
  memmove((char *)block + offset, value, (size_t)bytes);
}

// Whether to copy between two blocks on the host, where that can be done on the device: where little is copied, or
// often without a launch that uses the source. The host looks at what it copies so, and waits each time if it is on the
// device.
static bool rista_copies_here(struct rista_context *ctx, struct rista_header *to, struct rista_header *from,
                              int64_t bytes) {
  if (!to->side.on_host)
    return false;
  bool often = ++from->side.touched >= RISTA_TOUCHES;
  if (often)
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
  int err = rista_use_buffer(ctx, rista_header(to));
  if (err == RISTA_SUCCESS)
    err = rista_note_refused(
        device, rista_device_copy(ctx, target->buffer, to_offset, source->buffer, from_offset, bytes), -1);
  if (err == RISTA_SUCCESS)
    target->on_host = false;
  return err;
}

// Copies from a block to a block, which may be the same; nothing after a failure.
static void rista_copy_at(struct rista_context *ctx, void *to, int64_t to_offset, const void *from,
                          int64_t from_offset, int64_t bytes) {
  if (ctx->device_err == RISTA_SUCCESS)
    rista_note_err(ctx, rista_transfer(ctx, to, to_offset, from, from_offset, bytes));
}

// If that fails the launch that uses the block tells.
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
  int rank; // Of the kind; the higher the better.
  int64_t units;
  // The driver's.
  uint64_t platform_id;
  uint64_t device_id;
};

// Given by the file below: all devices, in fresh memory.
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

// Whether a device fits: its platform's name has that part, and it is the one of that number, counted among those, or
// either name has that part.
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

// The best device of those that fit, or -1 after a failure that tells which ones there are.
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

// A size that is set, or the usual one.
static int64_t rista_wanted_size(const struct rista_context *ctx, int number, int64_t usual, int64_t most) {
  int64_t wanted = ctx->device->settings.sizes[number];
  wanted = wanted > 0 ? wanted : usual;
  return wanted < most ? wanted : most;
}

// Likewise, rounded down to a power of two.
static int64_t rista_wanted_power(const struct rista_context *ctx, int number, int64_t usual, int64_t most) {
  int64_t wanted = rista_wanted_size(ctx, number, usual, most), power = 1;
  while (power * 2 <= wanted)
    power *= 2;
  return power;
}

// What sizes are chosen by.
struct rista_abilities {
  int64_t threads; // Of a group, at most.
  int64_t units;
  int64_t memory;      // Bytes that a group may share, and
  int64_t unit_memory; // that all groups on a unit do.
  int64_t warp;        // 0 if that is not known.
  int64_t stacks;      // Bytes of a group's stacks, at most, or 0.
};

// Chooses the sizes to begin with. Two groups are to run on each unit at a time, but each with what all devices have.
static void rista_choose_sizes(struct rista_context *ctx, const struct rista_abilities *has) {
  int64_t threads = has->threads < RISTA_MOST_IN_GROUP ? has->threads : RISTA_MOST_IN_GROUP;
  int64_t memory = (has->memory < RISTA_MOST ? has->memory : RISTA_MOST) - RISTA_SHARED_BESIDE;
  int64_t half = has->unit_memory / 2, least = 32 << 10;
  // A device sets it apart for all threads that it runs at once, on the largest some 300,000.
  ctx->stack_size = rista_wanted_size(ctx, RISTA_OF_STACK, 8 << 10, RISTA_MOST_STACK);
  if (has->stacks > 0 && RISTA_KERNEL_STACKS > 0) {
    int64_t most = has->stacks / RISTA_KERNEL_STACKS > 0 ? has->stacks / RISTA_KERNEL_STACKS : 1;
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

// An option of the kernels' compiler: what a size is.
static void rista_define_size(const struct rista_context *ctx, int number, const char *define, char *text,
                              size_t room) {
  snprintf(text, room, "%s%s=%" PRId64, define, rista_sizes[number].variable, ctx->sizes[number]);
}

// What the environment says of the device where the settings do not.
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

// Opens the context's device. Where that fails the message is the context's, and every call fails.
static int rista_open_device(struct rista_context *ctx, const struct rista_settings *settings) {
  struct rista_device *device = ctx->device = calloc(1, sizeof(struct rista_device));
  if (device == NULL)
    return rista_break(ctx, RISTA_OUT_OF_MEMORY);
  if (settings != NULL)
    device->settings = *settings;
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
  // They may be gone when the device is used.
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

// Frees all buffers, also of blocks that live on.
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

// Writes all devices to a file, with what chooses them.
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

// Records that the device had not enough memory; false if it was not the device.
static bool rista_fail_device_memory(struct rista_context *ctx) {
  struct rista_device *device = ctx->device;
  if (device == NULL || device->refused == 0)
    return false;
  if (device->refused < 0)
    rista_fail(ctx, "out of memory: the device needs more beside %" PRId64 " bytes of arrays", device->beside);
  else
    rista_fail(ctx,
               "out of memory: an array of %" PRId64 " bytes does not fit on the device beside %" PRId64
               " in use, of %" PRId64,
               device->refused, device->beside, device->limit);
  device->refused = 0;
  return true;
}

// What a context reports, as JSON.

static bool rista_has_report(const struct rista_context *ctx) {
  return ctx->device != NULL && !ctx->is_broken;
}

static size_t rista_report_room(const struct rista_context *ctx) {
  size_t room = 1024;
  for (int i = 0; i < RISTA_KERNELS && rista_has_report(ctx); i++)
    room += strlen(rista_kernels[i].name) + 2 * strlen(rista_kernels[i].place) + 128;
  return room;
}

// Writes a text in a string of JSON, of at most twice its length; gives its length.
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

// The device, its bytes in arrays, and those that were moved to it and back.
static int rista_report_device(struct rista_context *ctx, char *text, size_t room) {
  const struct rista_device *device = ctx->device;
  if (!rista_has_report(ctx))
    return 0;
  rista_device_wait(ctx);
  int at = snprintf(text, room, "\"device\":{\"name\":\"");
  at += rista_report_text(text + at, device->name);
  return at + snprintf(text + at, room - (size_t)at,
                       "\",\"peak\":%" PRId64 ",\"used\":%" PRId64 ",\"sent\":%" PRId64 ",\"received\":%" PRId64 "},",
                       device->peak, device->used, device->sent, device->received);
}

// The kernels that were launched while profiling.
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
