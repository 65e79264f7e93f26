// Runtime of kernels besides the operators of `scalar.h`; it follows the dialect and precedes the kernels.

#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-INT64_C(9223372036854775807) - 1)
#define INT64_MAX INT64_C(9223372036854775807)
#define UINT64_MAX UINT64_C(18446744073709551615)

// Settings of the machine, as constants.
#define rista_group_size ((rista_index)RISTA_GROUP_SIZE)
#define rista_groups ((rista_index)RISTA_GROUPS)
#define rista_group_memory ((rista_index)RISTA_GROUP_MEMORY)
#define rista_tile_size ((rista_index)RISTA_TILE_SIZE)
#define rista_warp_size ((rista_index)RISTA_WARP_SIZE)
#define rista_short_segment ((rista_index)RISTA_SHORT_SEGMENT)
#define rista_stack_size ((rista_index)RISTA_STACK_SIZE)

// Number of frames of this size that fit a thread's stack, at least 1, as the length of an array.
#define RISTA_ROOM(FRAME) (RISTA_STACK_SIZE < (FRAME) ? 1 : RISTA_STACK_SIZE / (FRAME))

// Bytes of a part of the group's memory, rounded up to its alignment.
#define RISTA_ALIGNED(BYTES) (((BYTES) + 15) & ~15)

#define RISTA_SUCCESS 0
#define RISTA_FAILED 1

// The failure that the host will report: that of the first launch that failed, of its lowest group, and of the lowest
// iteration there. The host has the same structure.
struct rista_failure {
  int32_t lock; // 1 while a thread writes the record.
  int32_t assertion; // Number of the assertion, or -1.
  int64_t launch; // INT64_MAX if there is none.
  int64_t group;
  int64_t iteration;
  int64_t thread; // Thread that recorded the failure.
  int64_t values[8];
  int32_t calls; // Number of recorded calls that led to the failure, innermost first.
  int32_t call[15];
};

// A launch after a failed one does nothing. If the host checks for failures before each launch, there is no such
// launch.
#if RISTA_LAUNCHES_WAIT
#define RISTA_SKIP_AFTER_FAILURE() (void)launch
#else
#define RISTA_SKIP_AFTER_FAILURE() \
  if (failure->launch < launch)    \
  return
#endif

// The running thread.
struct rista_thread {
  RISTA_GLOBAL struct rista_failure *failure;
  int64_t launch;
  int64_t group;
  int64_t iteration;
};

// Replaces a recorded failure by this one, which has precedence.
RISTA_FUNCTION void rista_put_failure(const struct rista_thread *thread, int32_t assertion, int count,
                                      const int64_t *values) {
  volatile RISTA_GLOBAL struct rista_failure *failure = thread->failure;
  if (failure->assertion >= 0 && (failure->group < thread->group ||
                                  (failure->group == thread->group && failure->iteration <= thread->iteration)))
    return;
  failure->assertion = assertion;
  failure->group = thread->group;
  // A thread that sees that the launch has failed also sees in which group.
  RISTA_FENCE();
  failure->launch = thread->launch;
  failure->iteration = thread->iteration;
  failure->thread = RISTA_THREAD;
  failure->calls = 0;
  for (int i = 0; i < count; i++)
    failure->values[i] = values[i];
}

// Adds a call to the recorded failure, if it is this thread's.
RISTA_FUNCTION void rista_put_call(const struct rista_thread *thread, int32_t call) {
  volatile RISTA_GLOBAL struct rista_failure *failure = thread->failure;
  if (failure->group != thread->group || failure->thread != RISTA_THREAD || failure->calls >= 15)
    return;
  failure->call[failure->calls] = call;
  failure->calls = failure->calls + 1;
}

// Records a failed assertion with the values for its message. If `assertion` is negative, records that this call led to
// a failure. Threads that wait for the lock repeat the loop together, so that the thread that holds it can release it.
RISTA_FUNCTION void rista_record(const struct rista_thread *thread, int32_t assertion, int32_t call, int count,
                                 const int64_t *values) {
  volatile RISTA_GLOBAL uint32_t *lock = (volatile RISTA_GLOBAL uint32_t *)&thread->failure->lock;
  bool is_done = false;
  while (!is_done) {
    if (RISTA_COMPARE_EXCHANGE_32(lock, 0U, 1U) == 0) {
      RISTA_FENCE();
      if (assertion >= 0)
        rista_put_failure(thread, assertion, count, values);
      else
        rista_put_call(thread, call);
      RISTA_FENCE();
      *lock = 0;
      is_done = true;
    }
  }
}

RISTA_FUNCTION int rista_fail(const struct rista_thread *thread, int32_t assertion, int count, const int64_t *values) {
  rista_record(thread, assertion, 0, count, values);
  return RISTA_FAILED;
}

RISTA_FUNCTION void rista_called(const struct rista_thread *thread, int32_t call) {
  rista_record(thread, -1, call, 0, 0);
}

// Groups that wait for lower ones. The first word of `posts` counts groups as they begin; then each group has one word
// for the last stage it reached. Because later launches have larger stage numbers, the words need not be cleared.
#define RISTA_STAGE(LAUNCH, STAGE) ((uint64_t)(LAUNCH)*4 + STAGE)

// Returns the number of a group that begins, after all lower ones. The last group resets the count.
RISTA_FUNCTION uint32_t rista_begin(RISTA_GLOBAL uint64_t *posts) {
  RISTA_GLOBAL uint32_t *begun = (RISTA_GLOBAL uint32_t *)posts;
  uint32_t number = RISTA_ATOMIC_ADD_32(begun, 1U);
  if (number + 1 == RISTA_ALL_GROUPS)
    RISTA_ATOMIC_AND_32(begun, 0U);
  return number;
}

RISTA_FUNCTION void rista_post(RISTA_GLOBAL uint64_t *posts, uint32_t group, uint64_t stage) {
  volatile RISTA_GLOBAL uint64_t *post = posts + 1 + group;
  RISTA_FENCE();
  *post = stage;
}

// Waits until the group has reached the stage. Returns false if `thread` is given and a group lower than its own has
// failed, because then the stage may never be reached.
RISTA_FUNCTION bool rista_await(RISTA_GLOBAL uint64_t *posts, int64_t group, uint64_t stage,
                                const struct rista_thread *thread) {
  volatile RISTA_GLOBAL uint64_t *post = posts + 1 + group;
  while (*post < stage) {
    if (thread != 0) {
      volatile RISTA_GLOBAL struct rista_failure *failure = thread->failure;
      bool has_failed = failure->launch == thread->launch;
      RISTA_FENCE();
      if (has_failed && failure->group < thread->group)
        return false;
    }
    RISTA_PAUSE();
  }
  RISTA_FENCE();
  return true;
}
