// The runtime that every generated C program includes: contexts, errors and memory.
//
// A block is a run of bytes that starts 64-byte aligned, with a header before it. Generated code refers to blocks by
// plain `void *`. A reference that a variable holds is counted; `rista_share` and `rista_alloc` replace what a
// variable holds and give the new reference. Blocks with a negative count are static and never freed.

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RISTA_SUCCESS 0
#define RISTA_PROGRAM_ERROR 2
#define RISTA_OUT_OF_MEMORY 3

// The places in the trace of a failure.
#define RISTA_PLACES 32

#if defined(__GNUC__) && !defined(__clang__)
#define RISTA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define RISTA_INDEPENDENT
#endif

// Blocks of at least this many bytes are kept for reuse when they are freed, at most so many at a time.
#define RISTA_LARGE 65536
#define RISTA_KEPT 16

struct rista_context {
  char *error;
  // How many places the trace in `error` has.
  int frames;
  // Calls that may be nested as deep as the program likes end here, see `stack.h`.
  uintptr_t stack_end;
  // Freed large blocks, oldest first: the system gives the memory of a new one page by page, which takes long. What
  // is kept and used together is never more than `peak`, the most bytes of large blocks used at a time.
  int count;
  struct rista_header *blocks[RISTA_KEPT];
  int64_t kept;
  int64_t used;
  int64_t peak;
};

struct rista_header {
  int64_t references;
  int64_t capacity; // Bytes.
  struct rista_context *context; // What keeps the block when it is freed, or NULL.
  char padding[40];
};

static inline struct rista_header *rista_header(void *block) {
  return (struct rista_header *)block - 1;
}

// Takes a kept block out.
static struct rista_header *rista_take(struct rista_context *ctx, int at) {
  struct rista_header *header = ctx->blocks[at];
  ctx->count--;
  memmove(&ctx->blocks[at], &ctx->blocks[at + 1], (size_t)(ctx->count - at) * sizeof(header));
  ctx->kept -= header->capacity;
  return header;
}

// Frees the oldest kept blocks until they have at most so many bytes.
static void rista_trim(struct rista_context *ctx, int64_t bytes) {
  while (ctx->count > 0 && ctx->kept > bytes)
    free(rista_take(ctx, 0));
}

static void rista_free(struct rista_header *header) {
  struct rista_context *ctx = header->context;
  if (ctx == NULL) {
    free(header);
    return;
  }
  if (ctx->count == RISTA_KEPT)
    free(rista_take(ctx, 0));
  ctx->blocks[ctx->count++] = header;
  ctx->kept += header->capacity;
  ctx->used -= header->capacity;
}

// Drops a reference; gives NULL, for the variable that held it.
static inline void *rista_drop(void *block) {
  if (block != NULL && rista_header(block)->references > 0 &&
      --rista_header(block)->references == 0)
    rista_free(rista_header(block));
  return NULL;
}

static inline void *rista_retain(void *block) {
  if (block != NULL && rista_header(block)->references > 0)
    rista_header(block)->references++;
  return block;
}

// What a variable that held `old` holds when it is made to refer to `new`.
static inline void *rista_share(void *old, void *new) {
  rista_retain(new);
  rista_drop(old);
  return new;
}

// Moves a reference. The other variable keeps the old block until it is allocated again.
static inline void rista_exchange(void **to, void **from) {
  void *old = *to;
  *to = *from;
  *from = old;
}

// Copies elements of so many bytes. Of no elements the offsets may lie anywhere.
static inline void rista_copy(void *to, int64_t to_offset, const void *from, int64_t from_offset, int64_t count,
                              int64_t bytes) {
  if (count > 0)
    memmove((char *)to + to_offset * bytes, (const char *)from + from_offset * bytes, (size_t)(count * bytes));
}

// A kept block of so many bytes or a little more, or NULL. Then there is room for a new one.
static struct rista_header *rista_reuse(struct rista_context *ctx, int64_t bytes) {
  for (int at = ctx->count - 1; at >= 0; at--) {
    int64_t spare = ctx->blocks[at]->capacity - bytes;
    if (spare >= 0 && spare <= bytes / 8)
      return rista_take(ctx, at);
  }
  int64_t room = ctx->peak - ctx->used - bytes;
  rista_trim(ctx, room > 0 ? room : 0);
  return NULL;
}

// A block of so many bytes, a multiple of 64, or NULL.
static void *rista_block(struct rista_context *ctx, int64_t bytes) {
  bool large = ctx != NULL && bytes >= RISTA_LARGE;
  struct rista_header *header = large ? rista_reuse(ctx, bytes) : NULL;
  if (header == NULL) {
    size_t total = (size_t)bytes + sizeof(struct rista_header);
    header = aligned_alloc(64, total);
    if (header == NULL && ctx != NULL && ctx->count > 0) {
      rista_trim(ctx, 0);
      header = aligned_alloc(64, total);
    }
    if (header == NULL)
      return NULL;
    header->capacity = bytes;
    header->context = large ? ctx : NULL;
  }
  header->references = 1;
  if (large) {
    ctx->used += header->capacity;
    if (ctx->peak < ctx->used)
      ctx->peak = ctx->used;
  }
  return header + 1;
}

// A block of `count` elements for a variable that held `old`, or NULL. The old block is taken again if nothing else
// refers to it and it is large enough. Without a context the block is not kept when it is freed.
static inline void *rista_alloc(struct rista_context *ctx, void *old, int64_t count, int64_t bytes) {
  if (count < 0 || count > (INT64_MAX - 128) / bytes)
    return rista_drop(old);
  int64_t size = count * bytes;
  if (old != NULL && rista_header(old)->references == 1 &&
      rista_header(old)->capacity >= size)
    return old;
  rista_drop(old);
  return rista_block(ctx, (size + 63) / 64 * 64);
}

// Records the failure of the program. Gives the error code.
static int rista_fail(struct rista_context *ctx, const char *format, ...) {
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

// Adds a place to the trace of the failure: where it happened, then the calls that led there, innermost first. Of deep
// recursion the innermost ones are told.
static inline void rista_frame(struct rista_context *ctx, int err, const char *place) {
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
