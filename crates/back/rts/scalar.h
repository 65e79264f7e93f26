// Scalar operators that C does not have, or has with other edge cases. The meaning is that of the compiler's own
// evaluators; programs are compiled with -fwrapv.

#define RISTA_SIGNED(T, U, BITS)                                               \
  static inline T rista_div_##T(T a, T b) {                                    \
    if (b == -1)                                                               \
      return (T)(0 - (U)a);                                                    \
    T q = (T)(a / b), r = (T)(a % b);                                          \
    return (T)(r != 0 && (r < 0) != (b < 0) ? q - 1 : q);                      \
  }                                                                            \
  static inline T rista_mod_##T(T a, T b) {                                    \
    if (b == -1)                                                               \
      return 0;                                                                \
    T r = (T)(a % b);                                                          \
    return (T)(r != 0 && (r < 0) != (b < 0) ? r + b : r);                      \
  }                                                                            \
  static inline T rista_quot_##T(T a, T b) {                                   \
    return b == -1 ? (T)(0 - (U)a) : (T)(a / b);                               \
  }                                                                            \
  static inline T rista_rem_##T(T a, T b) {                                    \
    return b == -1 ? 0 : (T)(a % b);                                           \
  }                                                                            \
  static inline T rista_shr_##T(T a, T b) {                                    \
    return (U)b < BITS ? (T)(a >> b) : (T)(a < 0 ? -1 : 0);                    \
  }                                                                            \
  static inline T rista_abs_##T(T a) { return (T)(a < 0 ? 0 - (U)a : (U)a); }  \
  static inline T rista_sgn_##T(T a) { return (T)((a > 0) - (a < 0)); }        \
  RISTA_INTEGER(T, U, BITS)

#define RISTA_UNSIGNED(T, BITS)                                                \
  static inline T rista_div_##T(T a, T b) { return (T)(a / b); }               \
  static inline T rista_mod_##T(T a, T b) { return (T)(a % b); }               \
  static inline T rista_quot_##T(T a, T b) { return (T)(a / b); }              \
  static inline T rista_rem_##T(T a, T b) { return (T)(a % b); }               \
  static inline T rista_shr_##T(T a, T b) {                                    \
    return b < BITS ? (T)(a >> b) : 0;                                         \
  }                                                                            \
  static inline T rista_abs_##T(T a) { return a; }                             \
  static inline T rista_sgn_##T(T a) { return a != 0; }                        \
  RISTA_INTEGER(T, T, BITS)

#define RISTA_INTEGER(T, U, BITS)                                              \
  static inline T rista_shl_##T(T a, T b) {                                    \
    return (U)b < BITS ? (T)((uint64_t)(U)a << (U)b) : 0;                      \
  }                                                                            \
  static inline T rista_lshr_##T(T a, T b) {                                   \
    return (U)b < BITS ? (T)((U)a >> (U)b) : 0;                                \
  }                                                                            \
  static inline T rista_min_##T(T a, T b) { return a < b ? a : b; }            \
  static inline T rista_max_##T(T a, T b) { return a > b ? a : b; }            \
  static inline T rista_mul_hi_##T(T a, T b) {                                 \
    return (T)(((rista_wide_##T)a * (rista_wide_##T)b) >> BITS);               \
  }                                                                            \
  static inline T rista_pow_##T(T base, T exponent) {                          \
    T result = 1;                                                              \
    for (U left = (U)exponent; left != 0; left = (U)(left >> 1)) {             \
      if (left & 1)                                                            \
        result = (T)((uint64_t)result * (uint64_t)base);                       \
      base = (T)((uint64_t)base * (uint64_t)base);                             \
    }                                                                          \
    return result;                                                             \
  }                                                                            \
  static inline int32_t rista_popc_##T(T a) {                                  \
    return __builtin_popcountll((uint64_t)(U)a);                               \
  }                                                                            \
  static inline int32_t rista_clz_##T(T a) {                                   \
    return a == 0 ? BITS : __builtin_clzll((uint64_t)(U)a) - (64 - BITS);      \
  }                                                                            \
  static inline int32_t rista_ctz_##T(T a) {                                   \
    return a == 0 ? BITS : __builtin_ctzll((uint64_t)(U)a);                    \
  }

__extension__ typedef __int128 rista_int128;
__extension__ typedef unsigned __int128 rista_uint128;
typedef int64_t rista_wide_int8_t, rista_wide_int16_t, rista_wide_int32_t;
typedef uint64_t rista_wide_uint8_t, rista_wide_uint16_t, rista_wide_uint32_t;
typedef rista_int128 rista_wide_int64_t;
typedef rista_uint128 rista_wide_uint64_t;

RISTA_SIGNED(int8_t, uint8_t, 8)
RISTA_SIGNED(int16_t, uint16_t, 16)
RISTA_SIGNED(int32_t, uint32_t, 32)
RISTA_SIGNED(int64_t, uint64_t, 64)
RISTA_UNSIGNED(uint8_t, 8)
RISTA_UNSIGNED(uint16_t, 16)
RISTA_UNSIGNED(uint32_t, 32)
RISTA_UNSIGNED(uint64_t, 64)

// Of sizes.
static inline int64_t rista_add_sat_int64_t(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? (a < 0 ? INT64_MIN : INT64_MAX) : sum;
}

static inline int64_t rista_mul_sat_int64_t(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? ((a < 0) != (b < 0) ? INT64_MIN : INT64_MAX) : product;
}

// Floats. `f16` is stored as its bits and computed in `float`.

static inline float rista_f16_value(uint16_t bits) {
  uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  uint32_t wide;
  if (exponent == 31)
    wide = sign | 0x7f800000 | mantissa << 13;
  else if (exponent != 0)
    wide = sign | (exponent + 112) << 23 | mantissa << 13;
  else {
    float small = (float)mantissa * 5.9604644775390625e-8f;
    memcpy(&wide, &small, 4);
    wide |= sign;
  }
  float value;
  memcpy(&value, &wide, 4);
  return value;
}

// Rounds to nearest, ties to even.
static inline uint16_t rista_f16_bits(double value) {
  uint64_t wide;
  memcpy(&wide, &value, 8);
  uint16_t sign = (uint16_t)(wide >> 48 & 0x8000);
  double size = fabs(value);
  if (value != value)
    return sign | 0x7e00;
  if (size >= 65520.0)
    return sign | 0x7c00;
  if (size < 6.103515625e-05)
    return (uint16_t)(sign | (uint16_t)nearbyint(size * 16777216.0));
  int exponent;
  double fraction = frexp(size, &exponent); // In [0.5, 1).
  double mantissa = nearbyint(fraction * 2048.0);
  return (uint16_t)(sign + ((exponent + 13) << 10) + (int)mantissa);
}

// Minimum and maximum: of a number and NaN the number, of zeros the second operand. Compilers vectorise this, and call
// a function for `fmin`.
#define RISTA_FLOAT(T, S)                                                      \
  static inline T rista_mod_##T(T a, T b) { return fmod##S(a, b); }            \
  static inline T rista_min_##T(T a, T b) {                                    \
    return a < b || b != b ? a : b;                                            \
  }                                                                            \
  static inline T rista_max_##T(T a, T b) {                                    \
    return a > b || b != b ? a : b;                                            \
  }                                                                            \
  static inline T rista_sgn_##T(T a) {                                         \
    return a != a || a == 0 ? a : a > 0 ? (T)1 : (T)-1;                        \
  }                                                                            \
  static inline T rista_rsqrt_##T(T a) { return (T)1 / sqrt##S(a); }

RISTA_FLOAT(float, f)
RISTA_FLOAT(double, )

#define RISTA_PI 3.14159265358979323846

static inline uint16_t rista_f16_next_after(uint16_t a, uint16_t b) {
  float x = rista_f16_value(a), y = rista_f16_value(b);
  if (x != x || y != y)
    return 0x7e00;
  if (x == y)
    return b;
  if (x == 0)
    return b & 0x8000 ? 0x8001 : 1;
  return (uint16_t)((y > x) == (x > 0) ? a + 1 : a - 1);
}

// Conversions from floats truncate and saturate; what is not finite gives 0.
#define RISTA_FROM_FLOAT(T, LOW, HIGH)                                         \
  static inline T rista_##T##_of(double a) {                                   \
    if (!isfinite(a))                                                          \
      return 0;                                                                \
    if (a <= (double)LOW)                                                      \
      return LOW;                                                              \
    if (a >= (double)HIGH)                                                     \
      return HIGH;                                                             \
    return (T)a;                                                               \
  }
RISTA_FROM_FLOAT(int8_t, INT8_MIN, INT8_MAX)
RISTA_FROM_FLOAT(int16_t, INT16_MIN, INT16_MAX)
RISTA_FROM_FLOAT(int32_t, INT32_MIN, INT32_MAX)
RISTA_FROM_FLOAT(int64_t, INT64_MIN, INT64_MAX)
RISTA_FROM_FLOAT(uint8_t, 0, UINT8_MAX)
RISTA_FROM_FLOAT(uint16_t, 0, UINT16_MAX)
RISTA_FROM_FLOAT(uint32_t, 0, UINT32_MAX)
RISTA_FROM_FLOAT(uint64_t, 0, UINT64_MAX)

static inline uint32_t rista_bits_f32(float a) {
  uint32_t bits;
  memcpy(&bits, &a, 4);
  return bits;
}

static inline uint64_t rista_bits_f64(double a) {
  uint64_t bits;
  memcpy(&bits, &a, 8);
  return bits;
}

static inline float rista_f32_of_bits(uint32_t bits) {
  float a;
  memcpy(&a, &bits, 4);
  return a;
}

static inline double rista_f64_of_bits(uint64_t bits) {
  double a;
  memcpy(&a, &bits, 8);
  return a;
}
