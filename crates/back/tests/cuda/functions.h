// The functions on numbers that CUDA C++ has without headers. Part of `kernel.h`.

// Bits.

inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(unsigned(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

inline unsigned __brev(unsigned x) {
  x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
  x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
  x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(unsigned(x))) << 32 | __brev(unsigned(x >> 32));
}

// Return the upper half of `high` and `low` shifted to the left, and their lower half shifted to the right.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return unsigned(((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31)) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return unsigned((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}

// Integers.

inline int __mulhi(int x, int y) { return int((static_cast<long long>(x) * y) >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y) { return unsigned((static_cast<unsigned long long>(x) * y) >> 32); }
__extension__ inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
__extension__ inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}

namespace stand_in {

template <typename T> inline T least(T a, T b) { return b < a ? b : a; }
template <typename T> inline T greatest(T a, T b) { return a < b ? b : a; }

} // namespace stand_in

#define STAND_IN_LEAST(T, A, B)                                                                                        \
  inline T min(A a, B b) { return stand_in::least<T>(a, b); }                                                          \
  inline T max(A a, B b) { return stand_in::greatest<T>(a, b); }
// For numbers with and without a sign.
#define STAND_IN_LEASTS(T)                                                                                             \
  STAND_IN_LEAST(T, T, T)                                                                                              \
  STAND_IN_LEAST(unsigned T, unsigned T, unsigned T)                                                                   \
  STAND_IN_LEAST(unsigned T, unsigned T, T)                                                                            \
  STAND_IN_LEAST(unsigned T, T, unsigned T)
STAND_IN_LEASTS(int)
STAND_IN_LEASTS(long)
STAND_IN_LEASTS(long long)

extern "C" {
int abs(int x) noexcept;
long labs(long x) noexcept;
long long llabs(long long x) noexcept;
}
inline long abs(long x) { return labs(x); }
inline long long abs(long long x) { return llabs(x); }

// Bits of numbers.

inline int __float_as_int(float x) { return stand_in::bits<int>(x); }
inline unsigned __float_as_uint(float x) { return stand_in::bits<unsigned>(x); }
inline float __int_as_float(int x) { return stand_in::bits<float>(x); }
inline float __uint_as_float(unsigned x) { return stand_in::bits<float>(x); }
inline long long __double_as_longlong(double x) { return stand_in::bits<long long>(x); }
inline double __longlong_as_double(long long x) { return stand_in::bits<double>(x); }
inline int __double2hiint(double x) { return int(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return int(__double_as_longlong(x)); }
inline double __hiloint2double(int high, int low) {
  return stand_in::bits<double>(static_cast<unsigned long long>(unsigned(high)) << 32 | unsigned(low));
}

template <typename T> inline T __ldg(const T *address) { return *address; }

// Floating-point numbers: the functions of C, with the name for `double` overloaded for `float`.

#define STAND_IN_OF_1(name)                                                                                            \
  extern "C" double name(double) noexcept;                                                                             \
  extern "C" float name##f(float) noexcept;                                                                            \
  inline float name(float x) { return name##f(x); }
STAND_IN_OF_1(acos)
STAND_IN_OF_1(acosh)
STAND_IN_OF_1(asin)
STAND_IN_OF_1(asinh)
STAND_IN_OF_1(atan)
STAND_IN_OF_1(atanh)
STAND_IN_OF_1(cbrt)
STAND_IN_OF_1(ceil)
STAND_IN_OF_1(cos)
STAND_IN_OF_1(cosh)
STAND_IN_OF_1(erf)
STAND_IN_OF_1(erfc)
STAND_IN_OF_1(exp)
STAND_IN_OF_1(exp2)
STAND_IN_OF_1(expm1)
STAND_IN_OF_1(fabs)
STAND_IN_OF_1(floor)
STAND_IN_OF_1(lgamma)
STAND_IN_OF_1(log)
STAND_IN_OF_1(log10)
STAND_IN_OF_1(log1p)
STAND_IN_OF_1(log2)
STAND_IN_OF_1(logb)
STAND_IN_OF_1(nearbyint)
STAND_IN_OF_1(rint)
STAND_IN_OF_1(round)
STAND_IN_OF_1(sin)
STAND_IN_OF_1(sinh)
STAND_IN_OF_1(sqrt)
STAND_IN_OF_1(tan)
STAND_IN_OF_1(tanh)
STAND_IN_OF_1(tgamma)
STAND_IN_OF_1(trunc)

#define STAND_IN_OF_2(name)                                                                                            \
  extern "C" double name(double, double) noexcept;                                                                     \
  extern "C" float name##f(float, float) noexcept;                                                                     \
  inline float name(float x, float y) { return name##f(x, y); }
STAND_IN_OF_2(atan2)
STAND_IN_OF_2(copysign)
STAND_IN_OF_2(fdim)
STAND_IN_OF_2(fmax)
STAND_IN_OF_2(fmin)
STAND_IN_OF_2(fmod)
STAND_IN_OF_2(hypot)
STAND_IN_OF_2(nextafter)
STAND_IN_OF_2(pow)
STAND_IN_OF_2(remainder)

extern "C" {
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
double ldexp(double, int) noexcept;
float ldexpf(float, int) noexcept;
double scalbn(double, int) noexcept;
float scalbnf(float, int) noexcept;
double frexp(double, int *) noexcept;
float frexpf(float, int *) noexcept;
double modf(double, double *) noexcept;
float modff(float, float *) noexcept;
int ilogb(double) noexcept;
int ilogbf(float) noexcept;
long lround(double) noexcept;
long lroundf(float) noexcept;
long lrint(double) noexcept;
long lrintf(float) noexcept;
long long llround(double) noexcept;
long long llroundf(float) noexcept;
long long llrint(double) noexcept;
long long llrintf(float) noexcept;
}
inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
inline float ldexp(float x, int exponent) { return ldexpf(x, exponent); }
inline float abs(float x) { return fabsf(x); }
inline double abs(double x) { return fabs(x); }
inline float min(float x, float y) { return fminf(x, y); }
inline float max(float x, float y) { return fmaxf(x, y); }
inline double min(double x, double y) { return fmin(x, y); }
inline double max(double x, double y) { return fmax(x, y); }

#define STAND_IN_TESTS(T)                                                                                              \
  inline bool isnan(T x) { return __builtin_isnan(x); }                                                                \
  inline bool isinf(T x) { return __builtin_isinf(x); }                                                                \
  inline bool isfinite(T x) { return __builtin_isfinite(x); }                                                          \
  inline bool signbit(T x) { return __builtin_signbit(x) != 0; }
STAND_IN_TESTS(float)
STAND_IN_TESTS(double)

// Floating-point numbers: functions that only CUDA has.

inline double rsqrt(double x) { return 1 / sqrt(x); }
inline float rsqrtf(float x) { return float(1 / sqrt(double(x))); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline double rcbrt(double x) { return 1 / cbrt(x); }
inline float rcbrtf(float x) { return float(1 / cbrt(double(x))); }
inline double exp10(double x) { return pow(10.0, x); }
inline float exp10f(float x) { return float(pow(10.0, double(x))); }
inline double sinpi(double x) { return sin(fmod(x, 2.0) * 3.14159265358979323846); }
inline float sinpif(float x) { return float(sinpi(double(x))); }
inline double cospi(double x) { return cos(fmod(x, 2.0) * 3.14159265358979323846); }
inline float cospif(float x) { return float(cospi(double(x))); }
inline void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
inline void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}

// Fast functions, which are exact here.
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return exp10f(x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline float __powf(float x, float y) { return powf(x, y); }
inline float __fdividef(float x, float y) { return x / y; }
inline float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

// Never contracted with another operation: a value that goes through memory is not.
#define STAND_IN_ROUNDED(name, T, operator)                                                                            \
  inline T name(T x, T y) {                                                                                            \
    volatile T result = x operator y;                                                                                  \
    return result;                                                                                                     \
  }
STAND_IN_ROUNDED(__fadd_rn, float, +)
STAND_IN_ROUNDED(__fsub_rn, float, -)
STAND_IN_ROUNDED(__fmul_rn, float, *)
STAND_IN_ROUNDED(__fdiv_rn, float, /)
STAND_IN_ROUNDED(__dadd_rn, double, +)
STAND_IN_ROUNDED(__dsub_rn, double, -)
STAND_IN_ROUNDED(__dmul_rn, double, *)
STAND_IN_ROUNDED(__ddiv_rn, double, /)
inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline float __frcp_rn(float x) { return __fdiv_rn(1, x); }
inline float __frsqrt_rn(float x) { return rsqrtf(x); }
