// Recursion. An entry point that reaches functions that call themselves, or each other, runs on a stack of its own,
// whatever thread it is called from: so it can be told how deep calls may be nested, and it is deep. Each function on
// a cycle of calls looks first whether there is stack left for it.

#include <pthread.h>

#define RISTA_STACK ((size_t)256 << 20)
#define RISTA_LEAST_STACK ((size_t)32 << 20)
// Kept for functions on no cycle of calls, which do not look.
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

// Runs a function on a stack of its own. Memory for it is used as calls get to it.
static int rista_run_deep(struct rista_context *ctx, int (*run)(void *args), void *args) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return RISTA_OUT_OF_MEMORY;
  struct rista_deep deep = {ctx, run, args, RISTA_STACK, RISTA_OUT_OF_MEMORY};
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

// Whether the stack is too full for the function that asks.
static inline bool rista_stack_is_full(const struct rista_context *ctx) {
  return (uintptr_t)__builtin_frame_address(0) < ctx->stack_end;
}
