// The dialect of kernels for CUDA: CUDA C++ for NVRTC, without headers.

// Allows unused functions and variables.
#pragma nv_diag_suppress 177, 550

#define RISTA_DOUBLE 1
#define RISTA_PI 3.14159265358979323846

#define RISTA_FUNCTION static __device__ __forceinline__
#define RISTA_OF_LIBRARY RISTA_FUNCTION
// A function with a stack. It is not inlined, so that the thread uses that memory only while the function runs.
#define RISTA_CALLED_FUNCTION static __device__ __noinline__

// Qualifiers: pointers to memory of the device and of a group, a group's declarations, pointers to read-only data, and
// tables.
#define RISTA_GLOBAL
#define RISTA_LOCAL
#define RISTA_SHARED __shared__
#define RISTA_RESTRICT __restrict__
#define RISTA_CONSTANT __device__

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#define INT64_C(NUMBER) NUMBER##LL
#define UINT64_C(NUMBER) NUMBER##ULL
// These are also used in tables, whose initialisers must be constants.
#define NAN __builtin_bit_cast(float, 0x7fc00000)
#define INFINITY __builtin_bit_cast(float, 0x7f800000)

extern __shared__ __align__(16) uint8_t shared[];

// Number of the group, of the thread in it, of threads of a group, and of groups.
#define RISTA_GROUP ((rista_index)blockIdx.x)
#define RISTA_THREAD ((rista_index)threadIdx.x)
#define RISTA_SIZE ((rista_index)blockDim.x)
#define RISTA_ALL_GROUPS ((uint32_t)gridDim.x)
// Barrier of all threads of the group.
#define RISTA_BARRIER() __syncthreads()
// Orders the thread's accesses before it and after it, as all threads of the device see them. It is weaker and faster
// than `__threadfence`, which also puts all fences into one order.
#if defined(__CUDACC_VER_MAJOR__) && __CUDA_ARCH__ >= 700
#define RISTA_FENCE() asm volatile("fence.acq_rel.gpu;" ::: "memory")
#else
#define RISTA_FENCE() __threadfence()
#endif
// Pause between two reads of a word that another group will change.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define RISTA_PAUSE() __nanosleep(20)
#else
#define RISTA_PAUSE()
#endif

// Atomic operations on 32-bit and 64-bit numbers. All except minimum and maximum take unsigned numbers.
#define RISTA_COMPARE_EXCHANGE_32(AT, OLD, NEW) atomicCAS((uint32_t *)(AT), OLD, NEW)
#define RISTA_ATOMIC_ADD_32(AT, VALUE) atomicAdd(AT, VALUE)
#define RISTA_ATOMIC_MIN_32(AT, VALUE) atomicMin(AT, VALUE)
#define RISTA_ATOMIC_MAX_32(AT, VALUE) atomicMax(AT, VALUE)
#define RISTA_ATOMIC_AND_32(AT, VALUE) atomicAnd(AT, VALUE)
#define RISTA_ATOMIC_OR_32(AT, VALUE) atomicOr(AT, VALUE)
#define RISTA_ATOMIC_XOR_32(AT, VALUE) atomicXor(AT, VALUE)
#define RISTA_COMPARE_EXCHANGE_64(AT, OLD, NEW) atomicCAS((uint64_t *)(AT), OLD, NEW)
#define RISTA_ATOMIC_ADD_64(AT, VALUE) atomicAdd(AT, VALUE)
#define RISTA_ATOMIC_MIN_64(AT, VALUE) atomicMin(AT, VALUE)
#define RISTA_ATOMIC_MAX_64(AT, VALUE) atomicMax(AT, VALUE)
#define RISTA_ATOMIC_AND_64(AT, VALUE) atomicAnd(AT, VALUE)
#define RISTA_ATOMIC_OR_64(AT, VALUE) atomicOr(AT, VALUE)
#define RISTA_ATOMIC_XOR_64(AT, VALUE) atomicXor(AT, VALUE)

RISTA_FUNCTION int64_t rista_mul_hi_int64_t(int64_t a, int64_t b) { return __mul64hi(a, b); }

RISTA_FUNCTION uint64_t rista_mul_hi_uint64_t(uint64_t a, uint64_t b) { return __umul64hi(a, b); }

RISTA_FUNCTION int32_t rista_ones(uint64_t a) { return __popcll(a); }

RISTA_FUNCTION int32_t rista_leading_zeros(uint64_t a) { return __clzll((int64_t)a); }

RISTA_FUNCTION int32_t rista_trailing_zeros(uint64_t a) { return __ffsll((int64_t)a) - 1; }

RISTA_FUNCTION uint32_t rista_bits_f32(float a) { return __float_as_uint(a); }

RISTA_FUNCTION float rista_f32_of_bits(uint32_t bits) { return __uint_as_float(bits); }

RISTA_FUNCTION uint64_t rista_bits_f64(double a) { return (uint64_t)__double_as_longlong(a); }

RISTA_FUNCTION double rista_f64_of_bits(uint64_t bits) { return __longlong_as_double((int64_t)bits); }
