// Scalar operators that C lacks, or whose edge cases differ in C, for the host and for kernels. One of `dialect_c.h`,
// `dialect_opencl.h` and `dialect_cuda.h` precedes this file. The compiler's evaluators define their meaning. No code
// here relies on wrapping of signed integers, which kernel compilers do not guarantee.

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

// Wrapping operators for kernels; narrower operands are promoted.
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

// High part of a product; the 64-bit versions are in the dialect.
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

// Saturating operators on sizes.
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

// Converts to `f16`, rounding to nearest, ties to even.
RISTA_FUNCTION uint16_t rista_f16_of_float(float value) {
  uint32_t bits = rista_bits_f32(value), size = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
  if (size > 0x7f800000)
    return (uint16_t)(sign | 0x7e00);
  if (size >= 0x477ff000) // 65520.
    return (uint16_t)(sign | 0x7c00);
  // The last bit of a number between 0.5 and 1 has the weight of the smallest `f16`.
  if (size < 0x38800000)
    return (uint16_t)(sign | (rista_bits_f32(rista_f32_of_bits(size) + 0.5f) - rista_bits_f32(0.5f)));
  return (uint16_t)(sign | (((size + 0xfff + (size >> 13 & 1)) >> 13) - (112 << 10)));
}

#if RISTA_DOUBLE
// Converts to `f16` by way of the neighbouring `float` whose last bit is odd, so that the second rounding sees no false
// tie.
RISTA_FUNCTION uint16_t rista_f16_of_double(double value) {
  float nearest = (float)value;
  uint32_t bits = rista_bits_f32(nearest);
  if ((double)nearest != value && (bits & 1) == 0)
    bits = fabs((double)nearest) < fabs(value) ? bits + 1 : bits - 1;
  return rista_f16_of_float(rista_f32_of_bits(bits));
}
#endif

// Minimum and maximum: of a number and NaN the number, of zeros the first operand. Compilers vectorise this form, but
// call a function for `fmin`.
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

// Elementary functions are those of the platform's library, as in the evaluators. Unlike the others, most are not
// inlined on the host. Otherwise compilers would fold calls of constants, and turn `pow(a, 2)` into a product, which
// round differently from the library. `sin` and `cos` of one number become one call.
#define RISTA_ELEMENTARY(T, S)                                                 \
  RISTA_FUNCTION T rista_sin_##T(T a) { return sin##S(a); }                    \
  RISTA_FUNCTION T rista_cos_##T(T a) { return cos##S(a); }                    \
  RISTA_OF_LIBRARY T rista_tan_##T(T a) { return tan##S(a); }                  \
  RISTA_OF_LIBRARY T rista_asin_##T(T a) { return asin##S(a); }                \
  RISTA_OF_LIBRARY T rista_acos_##T(T a) { return acos##S(a); }                \
  RISTA_OF_LIBRARY T rista_atan_##T(T a) { return atan##S(a); }                \
  RISTA_OF_LIBRARY T rista_atan2_##T(T a, T b) { return atan2##S(a, b); }      \
  RISTA_OF_LIBRARY T rista_sinh_##T(T a) { return sinh##S(a); }                \
  RISTA_OF_LIBRARY T rista_cosh_##T(T a) { return cosh##S(a); }                \
  RISTA_OF_LIBRARY T rista_tanh_##T(T a) { return tanh##S(a); }                \
  RISTA_OF_LIBRARY T rista_asinh_##T(T a) { return asinh##S(a); }              \
  RISTA_OF_LIBRARY T rista_acosh_##T(T a) { return acosh##S(a); }              \
  RISTA_OF_LIBRARY T rista_atanh_##T(T a) { return atanh##S(a); }              \
  RISTA_OF_LIBRARY T rista_exp_##T(T a) { return exp##S(a); }                  \
  RISTA_OF_LIBRARY T rista_log_##T(T a) { return log##S(a); }                  \
  RISTA_OF_LIBRARY T rista_log2_##T(T a) { return log2##S(a); }                \
  RISTA_OF_LIBRARY T rista_log10_##T(T a) { return log10##S(a); }              \
  RISTA_OF_LIBRARY T rista_log1p_##T(T a) { return log1p##S(a); }              \
  RISTA_OF_LIBRARY T rista_cbrt_##T(T a) { return cbrt##S(a); }                \
  RISTA_OF_LIBRARY T rista_gamma_##T(T a) { return tgamma##S(a); }             \
  RISTA_OF_LIBRARY T rista_lgamma_##T(T a) { return lgamma##S(a); }            \
  RISTA_OF_LIBRARY T rista_erf_##T(T a) { return erf##S(a); }                  \
  RISTA_OF_LIBRARY T rista_erfc_##T(T a) { return erfc##S(a); }                \
  RISTA_OF_LIBRARY T rista_pow_##T(T a, T b) { return pow##S(a, b); }          \
  RISTA_OF_LIBRARY T rista_hypot_##T(T a, T b) { return hypot##S(a, b); }      \
  RISTA_FUNCTION T rista_sinpi_##T(T a) { return sin##S(a * (T)RISTA_PI); }    \
  RISTA_FUNCTION T rista_cospi_##T(T a) { return cos##S(a * (T)RISTA_PI); }    \
  RISTA_FUNCTION T rista_tanpi_##T(T a) {                                      \
    return rista_tan_##T(a * (T)RISTA_PI);                                     \
  }                                                                            \
  RISTA_FUNCTION T rista_asinpi_##T(T a) {                                     \
    return rista_asin_##T(a) / (T)RISTA_PI;                                    \
  }                                                                            \
  RISTA_FUNCTION T rista_acospi_##T(T a) {                                     \
    return rista_acos_##T(a) / (T)RISTA_PI;                                    \
  }                                                                            \
  RISTA_FUNCTION T rista_atanpi_##T(T a) {                                     \
    return rista_atan_##T(a) / (T)RISTA_PI;                                    \
  }                                                                            \
  RISTA_FUNCTION T rista_atan2pi_##T(T a, T b) {                               \
    return rista_atan2_##T(a, b) / (T)RISTA_PI;                                \
  }

RISTA_ELEMENTARY(float, f)
#if RISTA_DOUBLE
RISTA_ELEMENTARY(double, )
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

// Conversions from floats cut off the fraction. Values out of range saturate in a signed type and wrap in an unsigned
// one. NaN and infinities give 0.

// With -fno-trapping-math, gcc treats a conversion to an integer and back as `trunc`, which gives -0.0 for -0.5.
// Therefore numbers between -1 and 1 are not converted.
#define RISTA_SATURATED(T, FLOAT, S, LOW, HIGH)                                \
  RISTA_FUNCTION T rista_##T##_of_##FLOAT(FLOAT a) {                           \
    if (!(fabs##S(a) >= 1) || isinf(a))                                        \
      return 0;                                                                \
    if (a <= (FLOAT)LOW)                                                       \
      return LOW;                                                              \
    if (a >= (FLOAT)HIGH)                                                      \
      return HIGH;                                                             \
    return (T)a;                                                               \
  }
// Numbers that fit the signed type `WIDE`, whose range ends at `END`, are converted through it.
#define RISTA_WRAPPED(T, FLOAT, S, WIDE, END)                                  \
  RISTA_FUNCTION T rista_##T##_of_##FLOAT(FLOAT a) {                           \
    return fabs##S(a) < END ? (T)(WIDE)a : (T)rista_wrapped_##FLOAT(a);        \
  }
#define RISTA_FROM_FLOAT(FLOAT, S)                                             \
  RISTA_FUNCTION uint64_t rista_wrapped_##FLOAT(FLOAT a) {                     \
    if (isnan(a) || isinf(a))                                                  \
      return 0;                                                                \
    uint64_t size = (uint64_t)fmod##S(fabs##S(a), (FLOAT)RISTA_TWO_64);        \
    return a < 0 ? 0 - size : size;                                            \
  }                                                                            \
  RISTA_SATURATED(int8_t, FLOAT, S, INT8_MIN, INT8_MAX)                        \
  RISTA_SATURATED(int16_t, FLOAT, S, INT16_MIN, INT16_MAX)                     \
  RISTA_SATURATED(int32_t, FLOAT, S, INT32_MIN, INT32_MAX)                     \
  RISTA_SATURATED(int64_t, FLOAT, S, INT64_MIN, INT64_MAX)                     \
  RISTA_WRAPPED(uint8_t, FLOAT, S, int32_t, (FLOAT)RISTA_TWO_31)               \
  RISTA_WRAPPED(uint16_t, FLOAT, S, int32_t, (FLOAT)RISTA_TWO_31)              \
  RISTA_WRAPPED(uint32_t, FLOAT, S, int64_t, (FLOAT)RISTA_TWO_63)              \
  RISTA_WRAPPED(uint64_t, FLOAT, S, int64_t, (FLOAT)RISTA_TWO_63)

#define RISTA_TWO_31 2147483648.0f
#define RISTA_TWO_63 9223372036854775808.0f
#define RISTA_TWO_64 18446744073709551616.0f

RISTA_FROM_FLOAT(float, f)
#if RISTA_DOUBLE
RISTA_FROM_FLOAT(double, )
#endif
