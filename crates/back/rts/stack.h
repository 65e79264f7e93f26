// Recursion. An entry point that reaches recursive functions runs on a large stack of its own, whatever thread calls
// it, so that the depth of calls has a known limit. Each function on a cycle of calls first checks that enough stack is
// left.

#include <pthread.h>
#include <unistd.h>

#ifndef RISTA_STACK // Tests set a smaller one.
#define RISTA_STACK ((size_t)1792 << 20)
#endif
#define RISTA_LEAST_STACK ((size_t)32 << 20)
// Bytes reserved for functions on no cycle of calls, which do not check.
#define RISTA_STACK_KEPT ((size_t)16 << 20)

struct rista_deep {
  struct rista_context *ctx;
  int (*run)(void *args);
  void *args;
  size_t stack;
  int err;
};

static void *rista_deep_thread(void *data) {
  struct rista_deep *deep = data;
  deep->ctx->stack_end = (uintptr_t)__builtin_frame_address(0) - (deep->stack - RISTA_STACK_KEPT);
  deep->err = deep->run(deep->args);
  return NULL;
}

// Returns the size of the stack: a quarter of the machine's memory, within limits.
static size_t rista_stack_size(void) {
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  size_t size = RISTA_STACK;
  while (pages > 0 && page > 0 && size / (size_t)page > (size_t)pages / 4 && size > RISTA_LEAST_STACK)
    size /= 2;
  return size;
}

// Runs a function on a stack of its own. The system provides the stack's memory as it is used.
static int rista_run_deep(struct rista_context *ctx, int (*run)(void *args), void *args) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return RISTA_OUT_OF_MEMORY;
  struct rista_deep deep = {ctx, run, args, rista_stack_size(), RISTA_OUT_OF_MEMORY};
  for (; deep.stack >= RISTA_LEAST_STACK; deep.stack /= 2) {
    pthread_t thread;
    if (pthread_attr_setstacksize(&attributes, deep.stack) == 0 &&
        pthread_create(&thread, &attributes, rista_deep_thread, &deep) == 0) {
      pthread_join(thread, NULL);
      break;
    }
  }
  pthread_attr_destroy(&attributes);
  return deep.err;
}

// Whether too little stack is left for the calling function.
static inline bool rista_stack_is_full(const struct rista_context *ctx) {
  return (uintptr_t)__builtin_frame_address(0) < ctx->stack_end;
}
