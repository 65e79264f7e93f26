// Scalar operators that C does not have, or has with other edge cases, for the host and for kernels: one of
// `dialect_c.h`, `dialect_opencl.h` and `dialect_cuda.h` stands before it. The meaning is that of the compiler's own
// evaluators. Nothing here relies on signed integers that wrap, as that cannot be asked of the compilers of kernels.

#define RISTA_SIGNED(T, U, BITS)                                               \
  RISTA_FUNCTION T rista_div_##T(T a, T b) {                                   \
    if (b == -1)                                                               \
      return (T)(0 - (U)a);                                                    \
    T q = (T)(a / b), r = (T)(a % b);                                          \
    return (T)(r != 0 && (r < 0) != (b < 0) ? q - 1 : q);                      \
  }                                                                            \
  RISTA_FUNCTION T rista_mod_##T(T a, T b) {                                   \
    if (b == -1)                                                               \
      return 0;                                                                \
    T r = (T)(a % b);                                                          \
    return (T)(r != 0 && (r < 0) != (b < 0) ? r + b : r);                      \
  }                                                                            \
  RISTA_FUNCTION T rista_quot_##T(T a, T b) {                                  \
    return b == -1 ? (T)(0 - (U)a) : (T)(a / b);                               \
  }                                                                            \
  RISTA_FUNCTION T rista_rem_##T(T a, T b) {                                   \
    return b == -1 ? 0 : (T)(a % b);                                           \
  }                                                                            \
  RISTA_FUNCTION T rista_shr_##T(T a, T b) {                                   \
    return (U)b < BITS ? (T)(a >> b) : (T)(a < 0 ? -1 : 0);                    \
  }                                                                            \
  RISTA_FUNCTION T rista_abs_##T(T a) { return (T)(a < 0 ? 0 - (U)a : (U)a); } \
  RISTA_FUNCTION T rista_sgn_##T(T a) { return (T)((a > 0) - (a < 0)); }       \
  RISTA_INTEGER(T, U, BITS)

// Kernels call these; narrower operands are promoted.
#define RISTA_WRAPPING(T, U)                                                   \
  RISTA_FUNCTION T rista_add_##T(T a, T b) { return (T)((U)a + (U)b); }        \
  RISTA_FUNCTION T rista_sub_##T(T a, T b) { return (T)((U)a - (U)b); }        \
  RISTA_FUNCTION T rista_mul_##T(T a, T b) { return (T)((U)a * (U)b); }        \
  RISTA_FUNCTION T rista_neg_##T(T a) { return (T)(0 - (U)a); }

#define RISTA_UNSIGNED(T, BITS)                                                \
  RISTA_FUNCTION T rista_div_##T(T a, T b) { return (T)(a / b); }              \
  RISTA_FUNCTION T rista_mod_##T(T a, T b) { return (T)(a % b); }              \
  RISTA_FUNCTION T rista_quot_##T(T a, T b) { return (T)(a / b); }             \
  RISTA_FUNCTION T rista_rem_##T(T a, T b) { return (T)(a % b); }              \
  RISTA_FUNCTION T rista_shr_##T(T a, T b) {                                   \
    return b < BITS ? (T)(a >> b) : 0;                                         \
  }                                                                            \
  RISTA_FUNCTION T rista_abs_##T(T a) { return a; }                            \
  RISTA_FUNCTION T rista_sgn_##T(T a) { return a != 0; }                       \
  RISTA_INTEGER(T, T, BITS)

#define RISTA_INTEGER(T, U, BITS)                                              \
  RISTA_FUNCTION T rista_shl_##T(T a, T b) {                                   \
    return (U)b < BITS ? (T)((uint64_t)(U)a << (U)b) : 0;                      \
  }                                                                            \
  RISTA_FUNCTION T rista_lshr_##T(T a, T b) {                                  \
    return (U)b < BITS ? (T)((U)a >> (U)b) : 0;                                \
  }                                                                            \
  RISTA_FUNCTION T rista_min_##T(T a, T b) { return a < b ? a : b; }           \
  RISTA_FUNCTION T rista_max_##T(T a, T b) { return a > b ? a : b; }           \
  RISTA_FUNCTION T rista_pow_##T(T base, T exponent) {                         \
    T result = 1;                                                              \
    for (U left = (U)exponent; left != 0; left = (U)(left >> 1)) {             \
      if (left & 1)                                                            \
        result = (T)((uint64_t)result * (uint64_t)base);                       \
      base = (T)((uint64_t)base * (uint64_t)base);                             \
    }                                                                          \
    return result;                                                             \
  }                                                                            \
  RISTA_FUNCTION int32_t rista_popc_##T(T a) {                                 \
    return rista_ones((uint64_t)(U)a);                                         \
  }                                                                            \
  RISTA_FUNCTION int32_t rista_clz_##T(T a) {                                  \
    return a == 0 ? BITS : rista_leading_zeros((uint64_t)(U)a) - (64 - BITS);  \
  }                                                                            \
  RISTA_FUNCTION int32_t rista_ctz_##T(T a) {                                  \
    return a == 0 ? BITS : rista_trailing_zeros((uint64_t)(U)a);               \
  }

RISTA_WRAPPING(int32_t, uint32_t)
RISTA_WRAPPING(int64_t, uint64_t)
RISTA_SIGNED(int8_t, uint8_t, 8)
RISTA_SIGNED(int16_t, uint16_t, 16)
RISTA_SIGNED(int32_t, uint32_t, 32)
RISTA_SIGNED(int64_t, uint64_t, 64)
RISTA_UNSIGNED(uint8_t, 8)
RISTA_UNSIGNED(uint16_t, 16)
RISTA_UNSIGNED(uint32_t, 32)
RISTA_UNSIGNED(uint64_t, 64)

// Those of 64 bits are the dialect's.
#define RISTA_MUL_HI(T, WIDE, BITS)                                            \
  RISTA_FUNCTION T rista_mul_hi_##T(T a, T b) {                                \
    return (T)(((WIDE)a * (WIDE)b) >> BITS);                                   \
  }
RISTA_MUL_HI(int8_t, int64_t, 8)
RISTA_MUL_HI(int16_t, int64_t, 16)
RISTA_MUL_HI(int32_t, int64_t, 32)
RISTA_MUL_HI(uint8_t, uint64_t, 8)
RISTA_MUL_HI(uint16_t, uint64_t, 16)
RISTA_MUL_HI(uint32_t, uint64_t, 32)

// Of sizes.
RISTA_FUNCTION int64_t rista_add_sat_int64_t(int64_t a, int64_t b) {
  int64_t sum = rista_add_int64_t(a, b);
  return (a < 0) == (b < 0) && (a < 0) != (sum < 0) ? (a < 0 ? INT64_MIN : INT64_MAX) : sum;
}

RISTA_FUNCTION int64_t rista_mul_sat_int64_t(int64_t a, int64_t b) {
  int64_t product = rista_mul_int64_t(a, b);
  return rista_mul_hi_int64_t(a, b) == product >> 63 ? product : (a < 0) != (b < 0) ? INT64_MIN : INT64_MAX;
}

// Floats. `f16` is stored as its bits and computed in `float`.

RISTA_FUNCTION float rista_f16_value(uint16_t bits) {
  uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  uint32_t wide;
  if (exponent == 31)
    wide = sign | 0x7f800000 | mantissa << 13;
  else if (exponent != 0)
    wide = sign | (exponent + 112) << 23 | mantissa << 13;
  else
    wide = sign | rista_bits_f32((float)mantissa * 5.9604644775390625e-8f);
  return rista_f32_of_bits(wide);
}

// Rounds to nearest, ties to even.
RISTA_FUNCTION uint16_t rista_f16_of_float(float value) {
  uint32_t bits = rista_bits_f32(value), size = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
  if (size > 0x7f800000)
    return (uint16_t)(sign | 0x7e00);
  if (size >= 0x477ff000) // 65520.
    return (uint16_t)(sign | 0x7c00);
  // The last bit of a number between 0.5 and 1 is that of the least numbers of `f16`.
  if (size < 0x38800000)
    return (uint16_t)(sign | (rista_bits_f32(rista_f32_of_bits(size) + 0.5f) - rista_bits_f32(0.5f)));
  return (uint16_t)(sign | (((size + 0xfff + (size >> 13 & 1)) >> 13) - (112 << 10)));
}

#if RISTA_DOUBLE
// By way of the `float` on the number's side whose last bit is odd, which no further rounding takes for a tie.
RISTA_FUNCTION uint16_t rista_f16_of_double(double value) {
  float nearest = (float)value;
  uint32_t bits = rista_bits_f32(nearest);
  if ((double)nearest != value && (bits & 1) == 0)
    bits = fabs((double)nearest) < fabs(value) ? bits + 1 : bits - 1;
  return rista_f16_of_float(rista_f32_of_bits(bits));
}
#endif

// Minimum and maximum: of a number and NaN the number, of zeros the first operand. Compilers vectorise this, and call
// a function for `fmin`.
#define RISTA_FLOAT(T, S)                                                      \
  RISTA_FUNCTION T rista_mod_##T(T a, T b) { return fmod##S(a, b); }           \
  RISTA_FUNCTION T rista_min_##T(T a, T b) {                                   \
    return a <= b || b != b ? a : b;                                           \
  }                                                                            \
  RISTA_FUNCTION T rista_max_##T(T a, T b) {                                   \
    return a >= b || b != b ? a : b;                                           \
  }                                                                            \
  RISTA_FUNCTION T rista_sgn_##T(T a) {                                        \
    return a != a || a == 0 ? a : a > 0 ? (T)1 : (T)-1;                        \
  }                                                                            \
  RISTA_FUNCTION T rista_rsqrt_##T(T a) { return (T)1 / sqrt##S(a); }

RISTA_FLOAT(float, f)
#if RISTA_DOUBLE
RISTA_FLOAT(double, )
#endif

RISTA_FUNCTION uint16_t rista_f16_next_after(uint16_t a, uint16_t b) {
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
#define RISTA_FROM(T, FLOAT, LOW, HIGH)                                        \
  RISTA_FUNCTION T rista_##T##_of_##FLOAT(FLOAT a) {                           \
    if (!isfinite(a))                                                          \
      return 0;                                                                \
    if (a <= (FLOAT)LOW)                                                       \
      return LOW;                                                              \
    if (a >= (FLOAT)HIGH)                                                      \
      return HIGH;                                                             \
    return (T)a;                                                               \
  }
#define RISTA_FROM_FLOAT(FLOAT)                                                \
  RISTA_FROM(int8_t, FLOAT, INT8_MIN, INT8_MAX)                                \
  RISTA_FROM(int16_t, FLOAT, INT16_MIN, INT16_MAX)                             \
  RISTA_FROM(int32_t, FLOAT, INT32_MIN, INT32_MAX)                             \
  RISTA_FROM(int64_t, FLOAT, INT64_MIN, INT64_MAX)                             \
  RISTA_FROM(uint8_t, FLOAT, 0, UINT8_MAX)                                     \
  RISTA_FROM(uint16_t, FLOAT, 0, UINT16_MAX)                                   \
  RISTA_FROM(uint32_t, FLOAT, 0, UINT32_MAX)                                   \
  RISTA_FROM(uint64_t, FLOAT, 0, UINT64_MAX)

RISTA_FROM_FLOAT(float)
#if RISTA_DOUBLE
RISTA_FROM_FLOAT(double)
#endif
