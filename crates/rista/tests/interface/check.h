// What the users of libraries here share: checks, a context, and an allocator that fails on request. The library's header
// comes first.

#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      printf("line %d: %s\n", __LINE__, #condition);                                                                   \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

// Allocations that succeed before one fails; none fails if negative.
static long allocations_left = -1;

// The linker puts this in the place of the real one.
#ifndef __cplusplus
static int allocation_fails(void) { return allocations_left >= 0 && allocations_left-- == 0; }
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return allocation_fails() ? NULL : __real_malloc(size); }
#endif

static struct futhark_context *ctx;

// Checks that the context has an error that contains the text, and takes it.
static void expect_error(const char *part) {
  char *error = futhark_context_get_error(ctx);
  if (error == NULL || strstr(error, part) == NULL)
    printf("found: %s\n", error == NULL ? "nothing" : error);
  CHECK(error != NULL && strstr(error, part) != NULL);
  free(error);
}
