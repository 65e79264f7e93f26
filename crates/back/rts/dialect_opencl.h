// The dialect of kernels for OpenCL: OpenCL C 1.2.

#pragma OPENCL FP_CONTRACT OFF

#if defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define RISTA_DOUBLE 1
#define RISTA_PI 3.14159265358979323846
#else
#define RISTA_DOUBLE 0
#define RISTA_PI 3.14159265358979323846f
#endif

#define RISTA_FUNCTION static inline
#define RISTA_OF_LIBRARY RISTA_FUNCTION
// A function with a stack. It is not inlined, so that the thread uses that memory only while the function runs.
#define RISTA_CALLED_FUNCTION static __attribute__((noinline))

// Qualifiers: pointers to memory of the device and of a group, a group's declarations, pointers to read-only data, and
// tables.
#define RISTA_GLOBAL __global
#define RISTA_LOCAL __local
#define RISTA_SHARED __local
#define RISTA_RESTRICT restrict
#define RISTA_CONSTANT __constant

typedef char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;
#define INT64_C(NUMBER) NUMBER##L
#define UINT64_C(NUMBER) NUMBER##UL

// Number of the group and of the thread in it, size of a group, and number of groups. The size is queried instead of
// being a constant. Otherwise PoCL 3 miscompiles loops between barriers whose constant step exceeds their range.
#define RISTA_GROUP ((rista_index)get_group_id(0))
#define RISTA_THREAD ((rista_index)get_local_id(0))
#define RISTA_SIZE ((rista_index)get_local_size(0))
#define RISTA_ALL_GROUPS ((uint32_t)get_num_groups(0))
// Barrier of all threads of the group.
#define RISTA_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
// Memory fence for the whole device. `mem_fence` need not order more than the group's accesses.
#if defined(__NV_CL_C_VERSION)
#define RISTA_FENCE() __asm__ volatile("membar.gl;" ::: "memory")
#elif defined(__AMDGCN__)
#define RISTA_FENCE() __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent")
#else
#define RISTA_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
// Pause between two reads of a word that another group will change.
#define RISTA_PAUSE()

// Atomic operations on 32-bit and 64-bit numbers. All except minimum and maximum take unsigned numbers.
#define RISTA_COMPARE_EXCHANGE_32(AT, OLD, NEW) atomic_cmpxchg(AT, OLD, NEW)
#define RISTA_ATOMIC_ADD_32(AT, VALUE) atomic_add(AT, VALUE)
#define RISTA_ATOMIC_MIN_32(AT, VALUE) atomic_min(AT, VALUE)
#define RISTA_ATOMIC_MAX_32(AT, VALUE) atomic_max(AT, VALUE)
#define RISTA_ATOMIC_AND_32(AT, VALUE) atomic_and(AT, VALUE)
#define RISTA_ATOMIC_OR_32(AT, VALUE) atomic_or(AT, VALUE)
#define RISTA_ATOMIC_XOR_32(AT, VALUE) atomic_xor(AT, VALUE)
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define RISTA_COMPARE_EXCHANGE_64(AT, OLD, NEW) atom_cmpxchg(AT, OLD, NEW)
#define RISTA_ATOMIC_ADD_64(AT, VALUE) atom_add(AT, VALUE)
#define RISTA_ATOMIC_MIN_64(AT, VALUE) atom_min(AT, VALUE)
#define RISTA_ATOMIC_MAX_64(AT, VALUE) atom_max(AT, VALUE)
#define RISTA_ATOMIC_AND_64(AT, VALUE) atom_and(AT, VALUE)
#define RISTA_ATOMIC_OR_64(AT, VALUE) atom_or(AT, VALUE)
#define RISTA_ATOMIC_XOR_64(AT, VALUE) atom_xor(AT, VALUE)
#endif

// In OpenCL, functions have the same names for all types.
#define acosf acos
#define acoshf acosh
#define asinf asin
#define asinhf asinh
#define atan2f atan2
#define atanf atan
#define atanhf atanh
#define cbrtf cbrt
#define ceilf ceil
#define copysignf copysign
#define cosf cos
#define coshf cosh
#define erfcf erfc
#define erff erf
#define expf exp
#define fabsf fabs
#define floorf floor
#define fmaf fma
#define fmodf fmod
#define hypotf hypot
#define lgammaf lgamma
#define log10f log10
#define log1pf log1p
#define log2f log2
#define logf log
#define nextafterf nextafter
#define powf pow
#define rintf rint
#define sinf sin
#define sinhf sinh
#define sqrtf sqrt
#define tanf tan
#define tanhf tanh
#define tgammaf tgamma
#define truncf trunc

RISTA_FUNCTION int64_t rista_mul_hi_int64_t(int64_t a, int64_t b) { return mul_hi(a, b); }

RISTA_FUNCTION uint64_t rista_mul_hi_uint64_t(uint64_t a, uint64_t b) { return mul_hi(a, b); }

RISTA_FUNCTION int32_t rista_ones(uint64_t a) { return (int32_t)popcount(a); }

RISTA_FUNCTION int32_t rista_leading_zeros(uint64_t a) { return (int32_t)clz(a); }

RISTA_FUNCTION int32_t rista_trailing_zeros(uint64_t a) { return (int32_t)popcount(~a & (a - 1)); }

RISTA_FUNCTION uint32_t rista_bits_f32(float a) { return as_uint(a); }

RISTA_FUNCTION float rista_f32_of_bits(uint32_t bits) { return as_float(bits); }

#if RISTA_DOUBLE
RISTA_FUNCTION uint64_t rista_bits_f64(double a) { return as_ulong(a); }

RISTA_FUNCTION double rista_f64_of_bits(uint64_t bits) { return as_double(bits); }
#endif
