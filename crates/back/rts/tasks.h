// Tasks: loops whose iterations run on several threads. A context has a team of threads, which starts when it is first
// needed; the calling thread is one of them. Between loops the threads spin for a while, then sleep.
//
// Scheduling affects only the time. The set of tasks depends on sizes and the number of threads, ordered parts run in
// the order of tasks, and of several failures the first task's is reported.

#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

// Number of pieces for each thread. Several pieces balance uneven tasks.
#define RISTA_PIECES 8
// Times in nanoseconds: of the shortest loop that is worth several threads, and of the shortest piece that is worth a
// turn.
#if !defined(RISTA_WORTH)
#define RISTA_WORTH 30e3
#define RISTA_TURN 5e3
// Time of the shortest loop for which sleeping threads are woken.
#define RISTA_WAKE 60e3
#endif
// Number of threads that run tasks.
#if !defined(RISTA_TEAM)
#define RISTA_TEAM(CTX) ((int64_t)((CTX)->team == NULL ? 1 : (CTX)->team->threads))
#endif
#define RISTA_MAX_THREADS 1024
// Delay, used by tests, between a thread's notice of a loop and its attempt to join.
#if !defined(RISTA_LATE)
#define RISTA_LATE()
#endif
// Number of polls before a thread sleeps, and before it yields.
#define RISTA_SPINS 20000
#define RISTA_PATIENCE 200
// Code of a task that stopped because an earlier one failed.
#define RISTA_STOPPED -1

typedef int rista_task(struct rista_context *ctx, const void *args, int64_t number);

struct rista_worker {
  struct rista_context ctx;
  pthread_t thread;
};

// Tasks not taken yet, from the next one to `end`, exclusive.
struct rista_share {
  _Alignas(64) _Atomic int64_t next;
  int64_t end;
};

struct rista_team {
  int threads; // Number of threads, including the calling one.
  int started; // Number of workers that run.
  pid_t process; // Process in which the workers run.
  bool is_whole; // Whether as many workers run as can be started.
  const int64_t *thresholds;
  struct rista_worker *workers;
  // State of the present loop. While the gate is closed no worker reads the rest.
  rista_task *task;
  const void *args;
  // Share of each thread, which takes tasks from its own share first: it has probably seen the elements before.
  struct rista_share *shares;
  _Atomic int64_t turn; // Number of the task that may run its ordered part.
  _Atomic int64_t failed; // Number of the first task that failed, or INT64_MAX.
  _Atomic int gate; // Number of workers inside, plus RISTA_CLOSED if the gate is closed.
  _Atomic unsigned round; // Number of loops so far.
  // Times in nanoseconds: the estimate for the next loop, and the estimates summed since other threads last slept and
  // could run.
  double estimate;
  double unhelped;
  // With profiling: the estimated time of all divided loops, and the total time of all threads.
  bool profiles;
  double estimated;
  _Atomic int64_t measured;
  // State of sleeping threads.
  _Atomic int sleeping;
  int processor; // Processor on which the workers do not run, or -1.
  _Atomic bool ends;
  pthread_mutex_t lock;
  pthread_cond_t wake;
};

#define RISTA_CLOSED (1 << 20)

static inline void rista_pause(int *spins) {
  if (++*spins % RISTA_PATIENCE == 0)
    sched_yield();
#if defined(__x86_64__) || defined(__i386__)
  else
    __builtin_ia32_pause();
#endif
}

// Returns this thread's processor time, in nanoseconds.
static int64_t rista_processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Runs tasks of a share until all are taken, or one has failed.
static int rista_work_share(struct rista_context *ctx, struct rista_team *team, struct rista_share *share) {
  int err = RISTA_SUCCESS;
  while (err == RISTA_SUCCESS && atomic_load_explicit(&share->next, memory_order_relaxed) < share->end) {
    int64_t number = atomic_fetch_add_explicit(&share->next, 1, memory_order_relaxed);
    if (number >= share->end || number > atomic_load_explicit(&team->failed, memory_order_relaxed))
      break;
    ctx->task = number;
    err = team->task(ctx, team->args, number);
  }
  return err;
}

// Runs tasks until all are taken, or one of this thread has failed; returns its error code. The failure is in the
// context. The first thread, which always takes part, goes through all shares in order, so that no task before a failed
// one is skipped.
static int rista_work(struct rista_context *ctx, struct rista_team *team, int thread) {
  int err = RISTA_SUCCESS;
  bool alone = ctx->alone;
  int64_t start = team->profiles ? rista_processor_time() : 0;
  ctx->in_task = true;
  ctx->alone = false;
  for (int i = 0; i < team->threads && err == RISTA_SUCCESS; i++)
    err = rista_work_share(ctx, team, &team->shares[(thread + i) % team->threads]);
  ctx->in_task = false;
  ctx->alone = alone;
  if (team->profiles)
    atomic_fetch_add(&team->measured, rista_processor_time() - start);
  if (err == RISTA_SUCCESS || err == RISTA_STOPPED)
    return RISTA_SUCCESS;
  int64_t failed = atomic_load(&team->failed);
  while (ctx->task < failed && !atomic_compare_exchange_weak(&team->failed, &failed, ctx->task))
    continue;
  return err;
}

static bool rista_enter_gate(struct rista_team *team) {
  if ((atomic_fetch_add(&team->gate, 1) & RISTA_CLOSED) == 0)
    return true;
  atomic_fetch_sub(&team->gate, 1);
  return false;
}

// Waits for a loop with another number than this; returns false when the team ends.
static bool rista_wait_round(struct rista_team *team, unsigned round) {
  // The end may already have had that number: a thread that joins late reads the number of a later loop.
  if (atomic_load(&team->ends))
    return false;
  for (int spins = 0; spins < RISTA_SPINS; rista_pause(&spins))
    if (atomic_load(&team->round) != round)
      return !atomic_load(&team->ends);
  pthread_mutex_lock(&team->lock);
  atomic_fetch_add(&team->sleeping, 1);
  while (atomic_load(&team->round) == round)
    pthread_cond_wait(&team->wake, &team->lock);
  atomic_fetch_sub(&team->sleeping, 1);
  pthread_mutex_unlock(&team->lock);
  return !atomic_load(&team->ends);
}

static void *rista_worker_thread(void *data) {
  struct rista_worker *worker = data;
  struct rista_team *team = worker->ctx.team;
  unsigned round = 0;
  if (worker->ctx.stack_end != 0)
    worker->ctx.stack_end = (uintptr_t)__builtin_frame_address(0) - worker->ctx.stack_end;
  while (rista_wait_round(team, round)) {
    round = atomic_load(&team->round);
    RISTA_LATE();
    if (!rista_enter_gate(team))
      continue;
    // A thread that joined late may visit a loop twice. Its failure is kept until it is taken over.
    if (worker->ctx.err == RISTA_SUCCESS)
      worker->ctx.err = rista_work(&worker->ctx, team, (int)(worker - team->workers) + 1);
    atomic_fetch_sub(&team->gate, 1);
  }
  return NULL;
}

// Keeps the workers off the waking thread's processor. Otherwise a scheduler may queue them there while another one is
// idle.
static void rista_place_workers(struct rista_team *team) {
#if defined(CPU_COUNT)
  int here = sched_getcpu();
  cpu_set_t others;
  if (here < 0 || here == team->processor || sched_getaffinity(0, sizeof(others), &others) != 0 ||
      CPU_COUNT(&others) < team->threads)
    return;
  CPU_CLR(here, &others);
  for (int i = 0; i < team->started; i++)
    pthread_setaffinity_np(team->workers[i].thread, sizeof(others), &others);
  team->processor = here;
#else
  (void)team;
#endif
}

// Announces a new loop, or the end, and wakes sleeping threads if `wakes`.
static void rista_next_round(struct rista_team *team, bool wakes) {
  atomic_fetch_add(&team->round, 1);
  if (!wakes || atomic_load(&team->sleeping) == 0)
    return;
  rista_place_workers(team);
  team->unhelped = 0;
  pthread_mutex_lock(&team->lock);
  pthread_cond_broadcast(&team->wake);
  pthread_mutex_unlock(&team->lock);
}

// Starts as many threads as possible.
static void rista_start_workers(struct rista_team *team) {
  pthread_attr_t attributes;
  team->is_whole = true;
  team->process = getpid();
  team->processor = -1;
  if (team->workers == NULL)
    team->workers = calloc((size_t)team->threads, sizeof(struct rista_worker));
  if (team->workers == NULL || pthread_attr_init(&attributes) != 0)
    return;
  for (size_t stack = RISTA_STACK; stack >= RISTA_LEAST_STACK && team->started < team->threads - 1; stack /= 2) {
    if (pthread_attr_setstacksize(&attributes, stack) != 0)
      continue;
    while (team->started < team->threads - 1) {
      struct rista_worker *worker = &team->workers[team->started];
      worker->ctx.team = team;
      worker->ctx.thresholds = team->thresholds;
      worker->ctx.pool.shared = true;
      worker->ctx.stack_end = stack - RISTA_STACK_KEPT;
      if (pthread_create(&worker->thread, &attributes, rista_worker_thread, worker) != 0)
        break;
      team->started++;
    }
  }
  pthread_attr_destroy(&attributes);
}

static bool rista_make_lock(struct rista_team *team) {
  if (pthread_mutex_init(&team->lock, NULL) != 0)
    return false;
  if (pthread_cond_init(&team->wake, NULL) == 0)
    return true;
  pthread_mutex_destroy(&team->lock);
  return false;
}

// Forgets the workers in a forked process, which contains only the calling thread.
static void rista_forget_workers(struct rista_team *team) {
  if (!team->is_whole || team->process == getpid())
    return;
  for (int i = 0; i < team->started; i++) {
    rista_trim(&team->workers[i].ctx.pool, 0);
    free(team->workers[i].ctx.error);
  }
  if (team->workers != NULL)
    memset(team->workers, 0, (size_t)team->threads * sizeof(struct rista_worker));
  team->started = 0;
  team->is_whole = false;
  atomic_store(&team->gate, RISTA_CLOSED);
  atomic_store(&team->sleeping, 0);
  atomic_store(&team->round, 0);
  rista_make_lock(team);
}

// Takes over the failure of the first task that failed.
static int rista_take_failure(struct rista_context *ctx, struct rista_team *team, int err) {
  int64_t failed = atomic_load(&team->failed);
  for (int i = 0; i < team->started; i++) {
    struct rista_context *other = &team->workers[i].ctx;
    if (other->err == RISTA_SUCCESS)
      continue;
    if (other->task == failed) {
      char *error = ctx->error;
      ctx->error = other->error;
      other->error = error;
      ctx->frames = other->frames;
      ctx->pool.refused = other->pool.refused;
      ctx->pool.beside = other->pool.beside;
      err = other->err;
    }
    other->err = RISTA_SUCCESS;
  }
  return err;
}

// Divides the remaining memory among the threads, if it is limited.
static void rista_share_memory(struct rista_context *ctx, struct rista_team *team) {
  if (ctx->pool.limit == 0)
    return;
  int64_t used = ctx->pool.held - ctx->pool.kept, share = (ctx->pool.limit - used) / (team->started + 1);
  share = share > 1 ? share : 1;
  for (int i = 0; i < team->started; i++)
    team->workers[i].ctx.pool.limit = share;
  ctx->pool.limit = used + share;
}

// Divides the tasks into shares. Ordered tasks are all in one share, so that they begin in order.
static void rista_share_tasks(struct rista_team *team, int64_t count, bool ordered) {
  int64_t each = ordered ? count : count / team->threads, more = ordered ? 0 : count % team->threads, next = 0;
  for (int i = 0; i < team->threads; i++) {
    atomic_store_explicit(&team->shares[i].next, next, memory_order_relaxed);
    next += each + (i < more);
    next = next < count ? next : count;
    team->shares[i].end = next;
  }
}

// Runs the tasks from 0 to `count`, exclusive. This function and `rista_pieces_worth` are not inlined, so that the code
// for a single piece can use all registers.
static __attribute__((noinline)) int rista_run_tasks(struct rista_context *ctx, rista_task *task, const void *args,
                                                     int64_t count, bool ordered) {
  struct rista_team *team = ctx->team;
  if (team == NULL || count <= 1 || ctx->in_task) {
    int err = RISTA_SUCCESS;
    bool alone = ctx->alone;
    ctx->alone = true; // Except for a team's tasks inside of a single task.
    for (int64_t number = 0; number < count && err == RISTA_SUCCESS; number++)
      err = task(ctx, args, number);
    ctx->alone = alone;
    return err;
  }
  rista_forget_workers(team);
  if (!team->is_whole)
    rista_start_workers(team);
  if (team->profiles)
    team->estimated += team->estimate;
  int64_t limit = ctx->pool.limit;
  rista_share_memory(ctx, team);
  team->task = task;
  team->args = args;
  rista_share_tasks(team, count, ordered);
  atomic_store(&team->turn, 0);
  atomic_store(&team->failed, INT64_MAX);
  ctx->pool.shared = true;
  atomic_fetch_and(&team->gate, ~RISTA_CLOSED);
  if (atomic_load(&team->sleeping) > 0)
    team->unhelped += team->estimate;
  rista_next_round(team, team->unhelped >= RISTA_WAKE);
  int err = rista_work(ctx, team, 0);
  atomic_fetch_or(&team->gate, RISTA_CLOSED);
  for (int spins = 0; atomic_load(&team->gate) != RISTA_CLOSED; rista_pause(&spins))
    continue;
  ctx->pool.shared = false;
  ctx->pool.limit = limit;
  return atomic_load(&team->failed) == INT64_MAX ? RISTA_SUCCESS : rista_take_failure(ctx, team, err);
}

// Waits until all earlier tasks have finished their ordered parts.
static int rista_await_turn(struct rista_context *ctx) {
  struct rista_team *team = ctx->team;
  if (ctx->alone || team == NULL)
    return RISTA_SUCCESS;
  for (int spins = 0; atomic_load_explicit(&team->turn, memory_order_acquire) != ctx->task; rista_pause(&spins))
    if (atomic_load_explicit(&team->failed, memory_order_relaxed) < ctx->task)
      return RISTA_STOPPED;
  return RISTA_SUCCESS;
}

static inline void rista_end_turn(struct rista_context *ctx) {
  if (!ctx->alone && ctx->team != NULL)
    atomic_store_explicit(&ctx->team->turn, ctx->task + 1, memory_order_release);
}

// Returns the number of tasks for iterations that take `total` nanoseconds altogether.
static __attribute__((noinline)) int64_t rista_pieces_worth(const struct rista_context *ctx, int64_t count, double total) {
  if (count <= 1 || ctx->in_task || ctx->team == NULL)
    return 1;
  double turns = total / RISTA_TURN;
  ctx->team->estimate = total;
  int64_t most = (int64_t)ctx->team->threads * RISTA_PIECES;
  if (most > RISTA_MAX_PIECES)
    most = RISTA_MAX_PIECES;
  if (turns < (double)most)
    most = turns < 1 ? 1 : (int64_t)turns;
  return count < most ? count : most;
}

// Returns the number of tasks for iterations that take `time` nanoseconds each.
static inline int64_t rista_pieces(const struct rista_context *ctx, int64_t count, double time) {
  double total = (double)count * time;
  return __builtin_expect(total >= RISTA_WORTH, false) ? rista_pieces_worth(ctx, count, total) : 1;
}

// Returns the number of processors that this process may use.
static int64_t rista_processors(void) {
#if defined(CPU_COUNT)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
    return CPU_COUNT(&allowed);
#endif
  return sysconf(_SC_NPROCESSORS_ONLN);
}

// Returns the number of threads set by our or NOVA's (section 6.2) environment variable, or the number of processors.
static int rista_default_threads(struct rista_context *ctx, int64_t *threads) {
  int err = rista_environment_number(ctx, "RISTA_NUM_THREADS", threads);
  if (err == RISTA_SUCCESS && *threads == 0)
    err = rista_environment_number(ctx, "NOVA_NUM_THREADS", threads);
  if (*threads == 0)
    *threads = rista_processors();
  return err;
}

static void rista_free_team(struct rista_team *team) {
  free(team->shares);
  free(team->workers);
  free(team);
}

// Gives a context a team of threads, of the default number if that is less than 1. With one thread there is no team.
static int rista_make_team(struct rista_context *ctx, int64_t threads) {
  int err = threads < 1 ? rista_default_threads(ctx, &threads) : RISTA_SUCCESS;
  if (err != RISTA_SUCCESS || threads <= 1)
    return err;
  struct rista_team *team = calloc(1, sizeof(struct rista_team));
  if (team == NULL)
    return RISTA_OUT_OF_MEMORY;
  team->threads = threads < RISTA_MAX_THREADS ? (int)threads : RISTA_MAX_THREADS;
  team->processor = -1;
  team->thresholds = ctx->thresholds;
  team->shares = aligned_alloc(64, (size_t)team->threads * sizeof(struct rista_share));
  if (team->shares == NULL) {
    rista_free_team(team);
    return RISTA_OUT_OF_MEMORY;
  }
  atomic_init(&team->gate, RISTA_CLOSED);
  if (!rista_make_lock(team)) {
    rista_free_team(team);
    return RISTA_OUT_OF_MEMORY;
  }
  ctx->team = team;
  return RISTA_SUCCESS;
}

// Adds the memory statistics of the workers; each peak may be at a different time.
static void rista_add_pools(const struct rista_context *ctx, int64_t *peak, int64_t *used, int64_t *cached) {
  for (int i = 0; ctx->team != NULL && i < ctx->team->started; i++) {
    const struct rista_pool *pool = &ctx->team->workers[i].ctx.pool;
    *peak += pool->peak;
    *used += pool->held - pool->kept;
    *cached += pool->kept;
  }
}

// Frees the blocks that the workers keep.
static void rista_trim_team(struct rista_context *ctx) {
  for (int i = 0; ctx->team != NULL && i < ctx->team->started; i++)
    rista_trim(&ctx->team->workers[i].ctx.pool, 0);
}

static void rista_end_team(struct rista_context *ctx) {
  struct rista_team *team = ctx->team;
  if (team == NULL)
    return;
  rista_forget_workers(team);
  atomic_store(&team->ends, true);
  rista_next_round(team, true);
  for (int i = 0; i < team->started; i++) {
    pthread_join(team->workers[i].thread, NULL);
    rista_trim(&team->workers[i].ctx.pool, 0);
    free(team->workers[i].ctx.error);
  }
  pthread_cond_destroy(&team->wake);
  pthread_mutex_destroy(&team->lock);
  rista_free_team(team);
  ctx->team = NULL;
}
