// CUDA C++ as in NVRTC without headers, for kernels that run on the processor; precedes the text of each of them.
// Kernels that need other features of NVRTC do not compile. Threads are fibers of one thread of the system, see
// `grid.h`.

#include "interface.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static __attribute__((section("stand_in_shared")))
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef stand_in::Index uint3;

struct dim3 : stand_in::Index {
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : stand_in::Index{x, y, z} {}
};

#define threadIdx (stand_in::driver->here->thread)
#define blockIdx (stand_in::driver->here->block)
#define blockDim (stand_in::driver->here->block_size)
#define gridDim (stand_in::driver->here->grid_size)
constexpr int warpSize = stand_in::WARP;

extern "C" {
int printf(const char *format, ...);
void *memcpy(void *to, const void *from, size_t size) noexcept;
void *memset(void *to, int byte, size_t size) noexcept;
extern char __start_stand_in_shared[] __attribute__((visibility("hidden")));
extern char __stop_stand_in_shared[] __attribute__((visibility("hidden")));
}

namespace stand_in {

static const Interface *driver;
static unsigned calls;

// Room for the largest size, and for an inaccessible page after it, at any alignment.
alignas(128) static char dynamic[MOST_SHARED + (128 << 10)];
// Makes sure that this section exists.
__attribute__((section("stand_in_shared"), used, aligned(16))) static char first_shared[16];

// Every operation that other threads can observe calls this, because a loop that waits for them must not run alone.
inline void others() {
  if (++calls % 16 == 0)
    driver->yield();
}

// The parameters of a kernel are read from memory from left to right, which braces guarantee.
struct Cursor {
  const char *at;
  template <typename T> const T &next() {
    const char *here = at;
    at += slot(sizeof(T));
    return *reinterpret_cast<const T *>(here);
  }
};

template <typename T> constexpr bool IS_POINTER = false;
template <typename T> constexpr bool IS_POINTER<T *> = true;

template <typename Function> struct Signature;

template <typename... P> struct Signature<void(P...)> {
  static constexpr unsigned parameters = sizeof...(P);
  static constexpr unsigned sizes[] = {sizeof(P)..., 0};
  static constexpr bool are_pointers[] = {IS_POINTER<P>..., false};
  struct Call {
    Call(void (*function)(P...), P... arguments) { function(arguments...); }
  };
  template <void (*function)(P...)> static void call(const char *arguments) {
    Cursor cursor = {arguments};
    (void)cursor;
    Call{function, cursor.next<P>()...};
  }
};

} // namespace stand_in

stand_in::Module stand_in_module = {&stand_in::driver, __start_stand_in_shared, __stop_stand_in_shared,
                                    stand_in::dynamic, sizeof(stand_in::dynamic)};

// Is added after the text for each kernel in it.
#define STAND_IN_KERNEL(name, most_threads)                                                                            \
  stand_in::Kernel stand_in_kernel_##name = {stand_in::Signature<decltype(name)>::call<name>,                          \
                                             stand_in::Signature<decltype(name)>::sizes,                               \
                                             stand_in::Signature<decltype(name)>::are_pointers,                        \
                                             stand_in::Signature<decltype(name)>::parameters, most_threads};

// Barriers and fences.

inline void __syncthreads(int line = __builtin_LINE()) { stand_in::driver->barrier(line, false); }
inline int __syncthreads_count(int vote, int line = __builtin_LINE()) {
  return int(stand_in::driver->barrier(line, vote != 0));
}
inline int __syncthreads_or(int vote, int line = __builtin_LINE()) {
  return stand_in::driver->barrier(line, vote != 0) > 0;
}
inline int __syncthreads_and(int vote, int line = __builtin_LINE()) {
  return stand_in::driver->barrier(line, vote == 0) == 0;
}

inline void __threadfence_block() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  stand_in::others();
}
inline void __threadfence() { __threadfence_block(); }
inline void __threadfence_system() { __threadfence_block(); }
inline void __nanosleep(unsigned) { stand_in::driver->yield(); }
inline void __trap() { stand_in::driver->fail(719, "stops at a trap"); }

// Warps.

namespace stand_in {

// Returns the bits of a value as another type, as many as both have.
template <typename To, typename From> inline To bits(From from) {
  To to{};
  __builtin_memcpy(&to, &from, sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From));
  return to;
}

template <typename T> inline T shuffle(int line, unsigned mask, T value, unsigned source) {
  unsigned ballot;
  return bits<T>(driver->warp(line, mask, bits<unsigned long long>(value), source, &ballot));
}

inline unsigned vote(int line, unsigned mask, bool value) {
  unsigned ballot;
  driver->warp(line, mask, value, driver->here->lane, &ballot);
  return ballot;
}

// Returns the first lane of the part of the warp, `width` lanes wide, that contains this thread.
inline unsigned first_lane(int width) { return driver->here->lane & ~unsigned(width - 1); }

} // namespace stand_in

#define STAND_IN_SHUFFLES(T)                                                                                           \
  inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, int line = __builtin_LINE()) {              \
    unsigned lane = stand_in::first_lane(width) + (unsigned(source) & unsigned(width - 1));                            \
    return stand_in::shuffle(line, mask, value, lane);                                                                 \
  }                                                                                                                    \
  inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, int line = __builtin_LINE()) {       \
    unsigned lane = stand_in::driver->here->lane, within = lane - stand_in::first_lane(width);                         \
    return stand_in::shuffle(line, mask, value, within >= delta ? lane - delta : lane);                                \
  }                                                                                                                    \
  inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, int line = __builtin_LINE()) {     \
    unsigned lane = stand_in::driver->here->lane, behind = stand_in::first_lane(width) + unsigned(width) - lane;       \
    return stand_in::shuffle(line, mask, value, delta < behind ? lane + delta : lane);                                 \
  }                                                                                                                    \
  inline T __shfl_xor_sync(unsigned mask, T value, int other, int width = 32, int line = __builtin_LINE()) {           \
    unsigned lane = stand_in::driver->here->lane, source = lane ^ unsigned(other);                                     \
    bool is_behind = source >= stand_in::first_lane(width) + unsigned(width);                                          \
    return stand_in::shuffle(line, mask, value, is_behind ? lane : source);                                            \
  }
STAND_IN_SHUFFLES(int)
STAND_IN_SHUFFLES(unsigned)
STAND_IN_SHUFFLES(long)
STAND_IN_SHUFFLES(unsigned long)
STAND_IN_SHUFFLES(long long)
STAND_IN_SHUFFLES(unsigned long long)
STAND_IN_SHUFFLES(float)
STAND_IN_SHUFFLES(double)

inline void __syncwarp(unsigned mask = ~0u, int line = __builtin_LINE()) { stand_in::vote(line, mask, false); }
inline unsigned __ballot_sync(unsigned mask, int vote, int line = __builtin_LINE()) {
  return stand_in::vote(line, mask, vote != 0);
}
inline int __any_sync(unsigned mask, int vote, int line = __builtin_LINE()) {
  return stand_in::vote(line, mask, vote != 0) != 0;
}
inline int __all_sync(unsigned mask, int vote, int line = __builtin_LINE()) {
  return stand_in::vote(line, mask, vote == 0) == 0;
}
// No information tells which lanes run together; that only this one does is always allowed.
inline unsigned __activemask() { return 1u << stand_in::driver->here->lane; }

// Atomics.

namespace stand_in {

// Other threads may run before an update and between its parts.
template <typename T, typename Function> inline T update(T *address, Function function) {
  if (reinterpret_cast<size_t>(address) % sizeof(T) != 0)
    driver->fail(716, "updates a misaligned address");
  others();
  T old, now;
  __atomic_load(address, &old, __ATOMIC_SEQ_CST);
  do
    now = function(old);
  while (!__atomic_compare_exchange(address, &old, &now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return old;
}

template <typename T> inline T compare_and_set(T *address, T compare, T value) {
  return update(address, [=](T old) { return old == compare ? value : old; });
}

} // namespace stand_in

#define STAND_IN_ATOMIC_NAMED(name, T, now)                                                                            \
  inline T name(T *address, T value) {                                                                                 \
    return stand_in::update(address, [=]([[maybe_unused]] T old) -> T { return now; });                                \
  }
#define STAND_IN_ATOMIC(name, T, now)                                                                                  \
  STAND_IN_ATOMIC_NAMED(name, T, now)                                                                                  \
  STAND_IN_ATOMIC_NAMED(name##_block, T, now)                                                                          \
  STAND_IN_ATOMIC_NAMED(name##_system, T, now)
#define STAND_IN_ATOMICS(T)                                                                                            \
  STAND_IN_ATOMIC(atomicExch, T, value)                                                                                \
  STAND_IN_ATOMIC(atomicMin, T, old < value ? old : value)                                                             \
  STAND_IN_ATOMIC(atomicMax, T, old < value ? value : old)                                                             \
  STAND_IN_ATOMIC(atomicAnd, T, (old & value))                                                                         \
  STAND_IN_ATOMIC(atomicOr, T, old | value)                                                                            \
  STAND_IN_ATOMIC(atomicXor, T, old ^ value)
STAND_IN_ATOMICS(int)
STAND_IN_ATOMICS(unsigned)
STAND_IN_ATOMICS(unsigned long long)
STAND_IN_ATOMIC(atomicMin, long long, old < value ? old : value)
STAND_IN_ATOMIC(atomicMax, long long, old < value ? value : old)
STAND_IN_ATOMIC(atomicAnd, long long, (old & value))
STAND_IN_ATOMIC(atomicOr, long long, old | value)
STAND_IN_ATOMIC(atomicXor, long long, old ^ value)
STAND_IN_ATOMIC(atomicExch, float, value)
// Atomic sums wrap around.
STAND_IN_ATOMIC(atomicAdd, int, int(unsigned(old) + unsigned(value)))
STAND_IN_ATOMIC(atomicAdd, unsigned, old + value)
STAND_IN_ATOMIC(atomicAdd, unsigned long long, old + value)
STAND_IN_ATOMIC(atomicAdd, float, old + value)
STAND_IN_ATOMIC(atomicAdd, double, old + value)
STAND_IN_ATOMIC(atomicSub, int, int(unsigned(old) - unsigned(value)))
STAND_IN_ATOMIC(atomicSub, unsigned, old - value)
STAND_IN_ATOMIC(atomicInc, unsigned, old >= value ? 0 : old + 1)
STAND_IN_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)

#define STAND_IN_COMPARE_NAMED(name, T)                                                                                \
  inline T name(T *address, T compare, T value) { return stand_in::compare_and_set(address, compare, value); }
#define STAND_IN_COMPARE(T)                                                                                            \
  STAND_IN_COMPARE_NAMED(atomicCAS, T)                                                                                 \
  STAND_IN_COMPARE_NAMED(atomicCAS_block, T)                                                                           \
  STAND_IN_COMPARE_NAMED(atomicCAS_system, T)
STAND_IN_COMPARE(unsigned short)
STAND_IN_COMPARE(int)
STAND_IN_COMPARE(unsigned)
STAND_IN_COMPARE(unsigned long long)

#include "functions.h"
