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

#if defined(__GNUC__) && !defined(__clang__)
#define RISTA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define RISTA_INDEPENDENT
#endif

struct rista_context {
  char *error;
  // How many places the trace in `error` has.
  int frames;
};

struct rista_header {
  int64_t references;
  int64_t capacity; // Bytes.
  char padding[48];
};

static inline struct rista_header *rista_header(void *block) {
  return (struct rista_header *)block - 1;
}

// Drops a reference; gives NULL, for the variable that held it.
static inline void *rista_drop(void *block) {
  if (block != NULL && rista_header(block)->references > 0 &&
      --rista_header(block)->references == 0)
    free(rista_header(block));
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

// A block of `count` elements for a variable that held `old`, or NULL. The old block is taken again if nothing else
// refers to it and it is large enough.
static inline void *rista_alloc(void *old, int64_t count, int64_t bytes) {
  if (count < 0 || count > (INT64_MAX - 128) / bytes)
    return rista_drop(old);
  int64_t size = count * bytes;
  if (old != NULL && rista_header(old)->references == 1 &&
      rista_header(old)->capacity >= size)
    return old;
  rista_drop(old);
  size_t total = ((size_t)size + sizeof(struct rista_header) + 63) / 64 * 64;
  struct rista_header *header = aligned_alloc(64, total);
  if (header == NULL)
    return NULL;
  header->references = 1;
  header->capacity = (int64_t)(total - sizeof(struct rista_header));
  return header + 1;
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

// Adds a place to the trace of the failure: where it happened, then the calls that led there, innermost first.
static inline void rista_frame(struct rista_context *ctx, int err, const char *place) {
  if (err != RISTA_PROGRAM_ERROR || ctx->error == NULL)
    return;
  size_t length = strlen(ctx->error), room = length + strlen(place) + 48;
  char *longer = realloc(ctx->error, room);
  if (longer == NULL)
    return;
  ctx->error = longer;
  snprintf(longer + length, room - length, "%s-> #%d  %s\n", ctx->frames == 0 ? "\n\nBacktrace:\n" : "", ctx->frames, place);
  ctx->frames++;
}
