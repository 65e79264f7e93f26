// The runtime that every generated C program includes: contexts and errors.

#include <errno.h>
#include <time.h>

#define RISTA_SUCCESS 0
#define RISTA_PROGRAM_ERROR 2
#define RISTA_OUT_OF_MEMORY 3
// The program ends the run, with the exit code of the context's world. No failure is recorded.
#define RISTA_EXIT 5

// Largest number of places in a failure's trace.
#define RISTA_PLACES 32

#if defined(__GNUC__) && !defined(__clang__)
#define RISTA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define RISTA_INDEPENDENT
#endif

// Settings that depend on the machine unless the run sets them, by number.
enum {
  RISTA_OF_GROUP,
  RISTA_OF_GROUPS,
  RISTA_OF_MEMORY,
  RISTA_OF_TILE,
  RISTA_OF_WARP,
  RISTA_OF_SEGMENT,
  RISTA_OF_STACK,
  RISTA_SIZES
};

#if defined(RISTA_OBJECTS)
// Largest number of words and references of objects that are allocated in slabs, see `object.h`.
#define RISTA_SMALL_OBJECT 32

struct rista_heap {
  struct rista_cell *free[RISTA_SMALL_OBJECT + 1]; // Free cells, by the number of words and references.
  char *next; // Unused rest of the last slab, up to `end`.
  char *end;
  struct rista_slab *slabs;
  struct rista_object *constants[RISTA_CONSTANTS]; // By number; NULL before the first use.
#if defined(RISTA_CYCLES)
  struct rista_object **list; // Candidates for being parts of cycles, see `object.h`.
  int64_t candidates; // Their number, the number for which there is room, and that which is enough for a collection.
  int64_t room;
  int64_t enough;
#endif
  int64_t alive; // Number of living objects, for the address sanitizer, which cannot see leaks inside slabs.
};
#endif

#if defined(RISTA_REPORT)
// What a part of a run costs: its time, and that of kernels and copies in it, in nanoseconds; launches of kernels, and
// bytes sent to the device and received from it.
struct rista_costs {
  int64_t nanoseconds;
  int64_t kernels;
  int64_t copies;
  int64_t launches;
  int64_t sent;
  int64_t received;
};

// An accelerated expression, by its place in the sources, and the costs of all its runs.
struct rista_expression {
  int64_t file;
  int64_t start;
  int64_t end;
  bool imperative;
  int64_t runs;
  struct rista_costs costs;
};

struct rista_report {
  struct rista_expression *items;
  size_t count;
  size_t running; // Number of the running expression, from 1; 0 if none runs.
  struct rista_costs before; // The run's costs when that expression began.
};
#endif

#if defined(RISTA_SERVICES)
// The world outside of the program, see `api.h` for the functions. They are NULL without an output or an input.
struct rista_world {
  int (*write)(void *data, int stream, const void *bytes, int64_t size);
  void *output;
  int64_t (*read)(void *data, void *bytes, int64_t size, int line);
  void *input;
  int64_t arguments; // Number of the program's arguments, and the arguments.
  char **argument;
  int exit_code; // Set where a function returns `RISTA_EXIT`.
};
#endif

struct rista_context {
  char *error;
  bool is_broken; // Whether opening failed, so that every call fails.
  char *reason; // Message of that failure; NULL if there was no memory for it.
  // Number of places in the trace in `error`.
  int frames;
  // End of the stack for recursive calls, see `stack.h`.
  uintptr_t stack_end;
  struct rista_pool pool;
#if defined(RISTA_OBJECTS)
  struct rista_heap heap;
#endif
#if defined(RISTA_SERVICES)
  struct rista_world world;
#endif
#if defined(RISTA_REPORT)
  struct rista_report report;
#endif
  const int64_t *thresholds; // Values of the thresholds, by number.
  // Team of threads that runs tasks, see `tasks.h`, or NULL.
  struct rista_team *team;
  int64_t task; // Number of the running task, if `in_task`.
  bool in_task; // Whether a task of the team runs.
  bool alone; // Whether the running tasks are executed without the team.
  int err; // Error code of a worker's last task.
#if defined(RISTA_DEVICE)
  struct rista_device *device; // See `device.h`.
  union {
    struct {
      int64_t group_size; // Number of threads in a group.
      int64_t groups; // Number of groups that keep the device busy.
      int64_t group_memory; // Bytes available to a group's tiles and histograms.
      int64_t tile_size; // Width of a matrix product's tiles.
      int64_t warp_size; // Number of threads that access memory at once.
      int64_t short_segment; // Segments shorter than this are processed by one thread.
      int64_t stack_size; // Bytes of a thread's stack for recursion.
    };
    int64_t sizes[RISTA_SIZES];
  };
  int device_err; // Error of the host's accesses to blocks since the last `rista_take_err`.
#endif
};

// Returns the time in nanoseconds since some moment.
static inline int64_t rista_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Returns a block of `count` elements for a variable that held `old`, or NULL. The old block is reused if no other
// reference exists and it is large enough, but not far too large.
static inline void *rista_alloc(struct rista_context *ctx, void *old, int64_t count, int64_t bytes) {
  if (count < 0 || count > (INT64_MAX / 2 - 128) / bytes)
    return rista_drop(old);
  int64_t size = count * bytes;
  if (old != NULL && rista_header(old)->references == 1 && rista_header(old)->capacity >= size &&
      rista_header(old)->capacity / 2 <= size + RISTA_LARGE) {
    rista_renew(old, size);
    return old;
  }
  rista_drop(old);
  return rista_block(ctx == NULL ? &rista_no_pool : &ctx->pool, size);
}

#if !defined(RISTA_OBJECTS)
// Frees the memory of objects if none is alive.
static inline void rista_free_slabs(struct rista_context *ctx) { (void)ctx; }
#endif

// Records a failure of the program; returns the error code.
static __attribute__((cold)) int rista_fail(struct rista_context *ctx, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  size_t room = (size_t)length + sizeof("Error: ");
  free(ctx->error);
  ctx->error = malloc(room);
  ctx->frames = 0;
  if (ctx->error != NULL) {
    int at = snprintf(ctx->error, room, "Error: ");
    vsnprintf(ctx->error + at, room - (size_t)at, format, again);
  }
  va_end(args);
  va_end(again);
  return RISTA_PROGRAM_ERROR;
}

// Records an error of opening a context, which all its calls will then report.
static inline int rista_break(struct rista_context *ctx, int err) {
  ctx->is_broken = true;
  ctx->reason = ctx->error != NULL ? strdup(ctx->error + strlen("Error: ")) : NULL;
  return err;
}

// Fails if opening the context failed.
static inline int rista_ready(struct rista_context *ctx) {
  if (!ctx->is_broken)
    return RISTA_SUCCESS;
  return ctx->reason != NULL ? rista_fail(ctx, "%s", ctx->reason) : RISTA_OUT_OF_MEMORY;
}

// Reads a number from an environment variable; 0 if it is not set. Fails if it is not a number.
static inline int rista_environment_number(struct rista_context *ctx, const char *name, int64_t *number) {
  const char *text = getenv(name);
  char *end;
  *number = 0;
  if (text == NULL || text[0] == 0)
    return RISTA_SUCCESS;
  errno = 0;
  long long said = strtoll(text, &end, 10);
  if (errno != 0 || *end != 0 || said < 0)
    return rista_fail(ctx, "%s in the environment is to be a whole number from 0 on, not '%s'", name, text);
  *number = said;
  return RISTA_SUCCESS;
}

// Adds a place to the trace of the failure: first where it happened, then the calls that led there, innermost first. Of
// deep recursion only the innermost calls are kept.
static inline __attribute__((cold)) void rista_frame(struct rista_context *ctx, int err, const char *place) {
  if (err != RISTA_PROGRAM_ERROR || ctx->error == NULL || ctx->frames >= RISTA_PLACES)
    return;
  size_t length = strlen(ctx->error), room = length + strlen(place) + 48;
  char *longer = realloc(ctx->error, room);
  if (longer == NULL)
    return;
  ctx->error = longer;
  snprintf(longer + length, room - length, "%s-> #%d  %s\n", ctx->frames == 0 ? "\n\nBacktrace:\n" : "", ctx->frames, place);
  ctx->frames++;
}

// All code outside of the program accesses blocks through the following functions. With a device they may move
// contents.
#if !defined(RISTA_DEVICE)
// Makes a block's contents valid on the host, and only there if it will be written.
static inline int rista_on_host(struct rista_context *ctx, const void *block, bool written) {
  (void)ctx, (void)block, (void)written;
  return RISTA_SUCCESS;
}

// Copies from a block to other memory.
static inline int rista_fetch(struct rista_context *ctx, void *to, const void *block, int64_t offset, int64_t bytes) {
  (void)ctx;
  if (bytes > 0)
    memcpy(to, (const char *)block + offset, (size_t)bytes);
  return RISTA_SUCCESS;
}

// Copies from a block to another one.
static inline int rista_transfer(struct rista_context *ctx, void *to, int64_t to_offset, const void *from,
                                 int64_t from_offset, int64_t bytes) {
  return rista_fetch(ctx, (char *)to + to_offset, from, from_offset, bytes);
}

// Returns the result of a call of the program's function, after checking for failures of kernels.
static inline int rista_finish(struct rista_context *ctx, int err) {
  (void)ctx;
  return err;
}

// Waits until the device has finished all work.
static inline int rista_wait(struct rista_context *ctx) {
  (void)ctx;
  return RISTA_SUCCESS;
}

// Moves a block to where the program will use it.
static inline void rista_prepare(struct rista_context *ctx, void *block) { (void)ctx, (void)block; }
#endif
