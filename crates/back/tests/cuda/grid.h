// Runs the grid of a launch: each thread of a block is a fiber. A few blocks are resident at a time and run in turn,
// each thread until it waits, yields or ends. Blocks begin in a scattered order, and threads continue in another one
// after each barrier, so that a kernel that relies on an order fails. Shared memory consists of the same variables for
// all blocks; they hold the contents of the running one.

#pragma once

#include "fiber.h"
#include "interface.h"
#include "memory.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <numeric>
#include <pthread.h>
#include <string>
#include <sys/syscall.h>
#include <ucontext.h>

namespace stand_in {

// Errors of launches, by the numbers of `CUresult`.
constexpr int OUT_OF_MEMORY = 2, ILLEGAL_ADDRESS = 700, LAUNCH_TIMEOUT = 702, LAUNCH_FAILED = 719;

// Returns a number in the environment, or the default.
inline long setting(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text == nullptr || *text == 0 ? otherwise : strtol(text, nullptr, 10);
}

struct Launch {
  const Kernel *kernel;
  const Module *module;
  std::string name;
  uintptr_t code, code_end; // Of the module.
  Index grid, block;
  unsigned dynamic; // Bytes of shared memory.
  std::vector<char> arguments;
};

// The numbers below `count` in a scattered order.
class Shuffled {
public:
  explicit Shuffled(uint64_t count) : count(count), step(count * 0.618 + 1), is_turned(setting("STAND_IN_TURN", 0)) {
    while (std::gcd(step, count) != 1)
      step++;
  }
  uint64_t operator()(uint64_t at, uint64_t round = 0) const {
    if ((round % 2 == 1) != is_turned)
      at = count - 1 - at;
    __extension__ typedef unsigned __int128 Wide;
    return uint64_t((Wide(at) * step + count / 2 + round * 7) % count);
  }

private:
  uint64_t count, step;
  bool is_turned;
};

enum class State : char { Fresh, Ready, AtBarrier, InWarp, Ended };

struct Thread {
  Place place;
  Fiber fiber;
  char *stack = nullptr;
  State state = State::Fresh;
  int line = 0; // The line of the barrier where it waits.
  // The value for the other lanes of its warp, and the value received.
  unsigned mask = 0, source = 0, ballot = 0;
  unsigned long long value = 0;
  unsigned votes = 0; // In the last barrier.
};

struct Block {
  std::vector<Thread> threads;
  std::vector<char> shared; // While another block runs.
  unsigned waiting = 0, votes = 0, ended = 0;
  int line = 0; // The line of the barrier where some threads wait.
  uint64_t rounds = 0;
};

class Grid {
public:
  // Returns the code of an error, or 0.
  static int run(const Launch &launch, const Memory &memory) {
    Grid grid(launch, memory);
    current = &grid;
    grid.catch_signals();
    grid.run_blocks();
    grid.restore_signals();
    for (auto &block : grid.resident)
      for (auto &thread : block->threads)
        if (thread.stack != nullptr)
          stacks.give(thread.stack);
    return grid.error;
  }

private:
  static inline Grid *current = nullptr; // The running grid.
  static inline Stacks stacks;

  const Launch &launch;
  const Memory &memory;
  Interface interface{};
  size_t fixed, size; // Bytes of the shared variables, and of all shared memory.
  uint64_t count, begun = 0; // Numbers of blocks.
  Shuffled block_order, thread_order;
  std::vector<std::unique_ptr<Block>> resident;
  Block *block = nullptr; // The block whose threads run and whose shared memory is loaded.
  Thread *thread = nullptr;
  Fiber scheduler;
  bool is_inside = false; // Whether a fiber of a thread runs.
  int error = 0;
  std::string message; // The message of an error; objects on the stack of a failed thread are never destroyed.
  // Signals.
  pthread_t runner = pthread_self();
  time_t limit; // The time at which it has run for too long.
  uint64_t switches = 0, switches_before = 0;
  timer_t timer;
  struct sigaction old_actions[4];
  stack_t old_stack;
  std::vector<char> signal_stack;

  Grid(const Launch &launch, const Memory &memory)
      : launch(launch), memory(memory), fixed(size_t(launch.module->fixed_end - launch.module->fixed)),
        size(fixed + launch.dynamic), count(uint64_t(launch.grid.x) * launch.grid.y * launch.grid.z),
        block_order(count), thread_order(threads_of_block()), limit(now() + setting("STAND_IN_SECONDS", 60)) {
    interface.barrier = barrier;
    interface.warp = warp;
    interface.yield = yield;
    interface.fail = fail;
    *launch.module->interface = &interface;
  }

  static time_t now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
  }

  uint64_t threads_of_block() const { return uint64_t(launch.block.x) * launch.block.y * launch.block.z; }

  // Blocks.

  void run_blocks() {
    uint64_t room = uint64_t(std::max(setting("STAND_IN_BLOCKS", 2), 1L));
    guard_dynamic(true);
    while (error == 0 && (begun < count || !resident.empty())) {
      while (begun < count && resident.size() < room)
        resident.push_back(begin_block(block_order(begun++)));
      bool goes_on = false;
      for (size_t i = 0; i < resident.size() && error == 0; i++)
        goes_on |= run_round(*resident[i]);
      if (!goes_on && error == 0)
        set_stuck();
      if (now() >= limit && error == 0)
        set_error(LAUNCH_TIMEOUT, "has run for too long", nullptr);
      end_blocks();
    }
    if (error == 0 && !dynamic_is_kept())
      set_error(ILLEGAL_ADDRESS, "a thread wrote behind the shared memory of the launch", nullptr);
    guard_dynamic(false);
  }

  void end_blocks() {
    auto has_ended = [](const Block &one) { return one.ended == one.threads.size(); };
    if (block != nullptr && has_ended(*block))
      block = nullptr; // Its shared memory is not needed any more.
    resident.erase(std::remove_if(resident.begin(), resident.end(), [=](const auto &one) { return has_ended(*one); }),
                   resident.end());
  }

  std::unique_ptr<Block> begin_block(uint64_t number) const {
    auto made = std::make_unique<Block>();
    const Index &grid = launch.grid, &size_of = launch.block;
    Index index = {unsigned(number % grid.x), unsigned(number / grid.x % grid.y), unsigned(number / grid.x / grid.y)};
    made->threads.resize(threads_of_block());
    unsigned at = 0;
    for (unsigned z = 0; z < size_of.z; z++)
      for (unsigned y = 0; y < size_of.y; y++)
        for (unsigned x = 0; x < size_of.x; x++, at++)
          made->threads[at].place = {{x, y, z}, index, size_of, grid, at % WARP};
    made->shared.resize(size);
    fill_garbage(made->shared.data(), size, number);
    return made;
  }

  // Runs each thread that can continue. Returns false if there is none.
  bool run_round(Block &next) {
    show(next);
    bool goes_on = false;
    size_t threads = block->threads.size();
    for (size_t i = 0; i < threads && error == 0; i++) {
      thread = &block->threads[thread_order(i, block->rounds)];
      if (thread->state != State::Fresh && thread->state != State::Ready)
        continue;
      goes_on = true;
      resume();
      if (thread->state == State::Ended) {
        stacks.give(thread->stack);
        thread->stack = nullptr;
      }
    }
    thread = nullptr;
    block->rounds++;
    return goes_on;
  }

  void resume() {
    if (thread->state == State::Fresh) {
      thread->stack = stacks.take();
      if (thread->stack == nullptr)
        return set_error(OUT_OF_MEMORY, "there is no memory for a stack", thread);
      thread->fiber.start(thread->stack, Stacks::SIZE, run_thread);
      thread->state = State::Ready;
    }
    interface.here = &thread->place;
    switches++;
    is_inside = true;
    scheduler.switch_to(thread->fiber);
    is_inside = false;
  }

  static void run_thread() {
    Grid &grid = *current;
    grid.launch.kernel->call(grid.launch.arguments.data());
    grid.end_thread();
    grid.leave();
  }

  // Switches to the other threads.
  void leave() { thread->fiber.switch_to(scheduler); }

  // Shared memory.

  void show(Block &next) {
    if (block == &next)
      return;
    if (block != nullptr)
      move_shared(*block, false);
    block = &next;
    move_shared(*block, true);
  }

  void move_shared(Block &one, bool is_in) const {
    move(launch.module->fixed, one.shared.data(), fixed, is_in);
    move(launch.module->dynamic, one.shared.data() + fixed, launch.dynamic, is_in);
  }
  static void move(char *shown, char *kept, size_t bytes, bool is_in) {
    if (is_in)
      memcpy(shown, kept, bytes);
    else
      memcpy(kept, shown, bytes);
  }

  // After dynamic shared memory, there is garbage up to the next page, and then inaccessible pages.
  char *dynamic_end() const { return launch.module->dynamic + launch.dynamic; }
  char *dynamic_guard() const {
    uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE)), end = uintptr_t(dynamic_end());
    return dynamic_end() + (page - end % page) % page;
  }

  void guard_dynamic(bool is_on) const {
    uintptr_t page = uintptr_t(sysconf(_SC_PAGESIZE));
    char *limit = launch.module->dynamic + launch.module->dynamic_room;
    size_t pages = size_t(limit - dynamic_guard()) / page * page;
    mprotect(dynamic_guard(), pages, is_on ? PROT_NONE : PROT_READ | PROT_WRITE);
    if (is_on)
      memset(dynamic_end(), int(GARBAGE & 0xff), size_t(dynamic_guard() - dynamic_end()));
  }

  bool dynamic_is_kept() const {
    return std::all_of(dynamic_end(), dynamic_guard(), [](char byte) { return byte == char(GARBAGE & 0xff); });
  }

  // Errors.

  void set_error(int code, const char *what, const Thread *who) {
    error = code;
    fprintf(stderr, "stand-in: kernel `%s`", launch.name.c_str());
    if (who != nullptr) {
      const Index &b = who->place.block, &t = who->place.thread;
      fprintf(stderr, ", block %u %u %u, thread %u %u %u", b.x, b.y, b.z, t.x, t.y, t.z);
    }
    fprintf(stderr, ": %s\n", what);
  }

  [[noreturn]] void fail_here(int code, const char *what) {
    set_error(code, what, thread);
    leave();
    abort(); // A failed fiber is never continued.
  }
  static void fail(int code, const char *what) { current->fail_here(code, what); }

  void set_stuck() {
    for (auto &one : resident)
      for (auto &waiting : one->threads)
        if (waiting.state != State::Ended) {
          std::string what = waiting.state == State::AtBarrier ? "waits at the barrier in line "
                                                               : "waits for other lanes of its warp in line ";
          what += std::to_string(waiting.line) + " for ever";
          return set_error(LAUNCH_FAILED, what.c_str(), &waiting);
        }
  }

  // Operations of several threads.

  static void yield() { current->leave(); }

  static unsigned barrier(int line, bool vote) {
    Grid &grid = *current;
    Thread &self = *grid.thread;
    Block &block = *grid.block;
    if (block.ended > 0)
      grid.fail_divergent(line, "where other threads have ended");
    if (block.waiting > 0 && block.line != line)
      grid.fail_divergent(line, "while others are at another one");
    block.line = self.line = line;
    block.votes += vote;
    self.state = State::AtBarrier;
    if (++block.waiting == block.threads.size()) {
      for (Thread &other : block.threads) {
        other.state = State::Ready;
        other.votes = block.votes;
      }
      block.waiting = block.votes = 0;
    }
    grid.leave();
    return self.votes;
  }

  void fail_divergent(int line, const char *how) {
    message = "comes to the barrier in line " + std::to_string(line) + " " + how;
    fail_here(LAUNCH_FAILED, message.c_str());
  }

  static unsigned long long warp(int line, unsigned mask, unsigned long long value, unsigned source, unsigned *ballot) {
    Grid &grid = *current;
    Thread &self = *grid.thread;
    if ((mask >> self.place.lane & 1) == 0)
      grid.fail_here(LAUNCH_FAILED, "is not in its own mask");
    self.line = line;
    self.mask = mask;
    self.value = value;
    self.source = source;
    self.state = State::InWarp;
    grid.join_lanes(self);
    grid.leave();
    *ballot = self.ballot;
    return self.value;
  }

  // Returns the lane of the warp of that thread, or NULL if the block has none or it has ended.
  Thread *lane(const Thread &of, unsigned number) const {
    size_t at = size_t(&of - block->threads.data()) / WARP * WARP + number;
    if (number >= WARP || at >= block->threads.size() || block->threads[at].state == State::Ended)
      return nullptr;
    return &block->threads[at];
  }

  // Releases the lanes that wait together with this one, if all have arrived.
  void join_lanes(const Thread &one) {
    Thread *lanes[WARP] = {};
    unsigned long long values[WARP];
    unsigned mask = one.mask, ballot = 0;
    for (unsigned i = 0; i < WARP; i++) {
      Thread *other = (mask >> i & 1) != 0 ? lane(one, i) : nullptr;
      if (other == nullptr)
        continue;
      if (other->state != State::InWarp || other->mask != mask || other->line != one.line)
        return;
      lanes[i] = other;
      values[i] = other->value;
      ballot |= unsigned(other->value != 0) << i;
    }
    for (Thread *other : lanes)
      if (other != nullptr) {
        bool is_known = other->source < WARP && lanes[other->source] != nullptr;
        other->value = is_known ? values[other->source] : GARBAGE;
        other->ballot = ballot;
        other->state = State::Ready;
      }
  }

  void end_thread() {
    Thread &self = *thread;
    self.state = State::Ended;
    block->ended++;
    if (block->waiting > 0)
      fail_divergent(block->line, "no more: it ends, and others wait there");
    for (unsigned i = 0; i < WARP; i++) {
      Thread *other = lane(self, i);
      if (other != nullptr && other->state == State::InWarp && (other->mask >> self.place.lane & 1) != 0)
        join_lanes(*other);
    }
  }

  // Signals: a fault of a thread ends the launch. A thread that has run alone for two ticks is interrupted.

  static constexpr int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  static constexpr long TICK = 1000000; // In nanoseconds.
  static int tick_signal() { return SIGRTMAX - 2; }

  void catch_signals() {
    signal_stack.resize(64 << 10);
    stack_t stack = {};
    stack.ss_sp = signal_stack.data();
    stack.ss_size = signal_stack.size();
    sigaltstack(&stack, &old_stack);
    struct sigaction action = {};
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    action.sa_sigaction = on_fault;
    for (int i = 0; i < 4; i++)
      sigaction(FAULTS[i], &action, &old_actions[i]);
    // This signal is handled on the thread's stack, as the thread may not continue for a long time.
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    action.sa_sigaction = on_tick;
    sigaction(tick_signal(), &action, nullptr);
    sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = tick_signal();
#ifdef sigev_notify_thread_id
    event.sigev_notify_thread_id = pid_t(syscall(SYS_gettid));
#else
    event._sigev_un._tid = pid_t(syscall(SYS_gettid));
#endif
    itimerspec time = {{0, TICK}, {0, TICK}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &time, nullptr) != 0) {
      perror("stand-in: there is no timer");
      abort();
    }
  }

  void restore_signals() {
    timer_delete(timer);
    // A late signal has no effect.
    current = nullptr;
    for (int i = 0; i < 4; i++)
      sigaction(FAULTS[i], &old_actions[i], nullptr);
    sigaltstack(&old_stack, nullptr);
  }

  // Signals come to all threads of the system.
  bool is_running_here() const { return is_inside && pthread_equal(runner, pthread_self()); }

  static void on_tick(int, siginfo_t *, void *context) {
    Grid *grid = current;
    if (grid == nullptr || !grid->is_running_here())
      return;
    bool is_alone = grid->switches == grid->switches_before;
    grid->switches_before = grid->switches;
    uintptr_t at = program_counter(context);
    // Only code of the module can be interrupted safely.
    if (is_alone && at >= grid->launch.code && at < grid->launch.code_end)
      grid->leave();
  }

  static uintptr_t program_counter([[maybe_unused]] void *context) {
#if defined(__x86_64__)
    return uintptr_t(static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return uintptr_t(static_cast<ucontext_t *>(context)->uc_mcontext.pc);
#else
    return 0; // Threads are not interrupted.
#endif
  }

  static void on_fault(int signal, siginfo_t *info, void *) {
    Grid *grid = current;
    if (grid == nullptr || !grid->is_running_here()) {
      ::signal(signal, SIG_DFL); // The fault is not of a thread of the grid: the same instruction ends the program.
      return;
    }
    if (signal == SIGFPE)
      grid->fail_here(LAUNCH_FAILED, "divides by zero, or the least integer by -1");
    if (signal == SIGILL)
      grid->fail_here(LAUNCH_FAILED, "comes to an instruction that there is not");
    grid->message = grid->describe(uintptr_t(info->si_addr));
    grid->fail_here(ILLEGAL_ADDRESS, grid->message.c_str());
  }

  std::string describe(uintptr_t address) const {
    uintptr_t stack = uintptr_t(thread->stack), page = uintptr_t(sysconf(_SC_PAGESIZE));
    uintptr_t guard = uintptr_t(dynamic_guard());
    if (address >= stack && address < stack + page)
      return "needs more stack than there is";
    if (address >= guard && address < uintptr_t(launch.module->dynamic) + launch.module->dynamic_room)
      return "touches what is behind the shared memory of the launch";
    char text[200];
    const Allocation *one = memory.before(address);
    if (memory.was_freed(address))
      snprintf(text, sizeof(text), "touches %#zx, in memory that has been freed", size_t(address));
    else if (one != nullptr && address - uintptr_t(one->start) < one->size + page)
      snprintf(text, sizeof(text), "touches byte %zu of an allocation of %zu bytes",
               size_t(address - uintptr_t(one->start)), one->size);
    else
      snprintf(text, sizeof(text), "touches %#zx, which is in no allocation", size_t(address));
    return text;
  }
};

} // namespace stand_in
