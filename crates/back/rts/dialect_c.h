// Language features that `scalar.h` needs, in GNU C.

#define RISTA_FUNCTION static inline
// A function that the C compiler must not analyse or inline.
#if defined(__clang__)
#define RISTA_OF_LIBRARY static __attribute__((noinline, const, no_builtin))
#else
#define RISTA_OF_LIBRARY static __attribute__((noipa, const))
#endif
#define RISTA_DOUBLE 1
#define RISTA_PI 3.14159265358979323846

__extension__ typedef __int128 rista_int128;
__extension__ typedef unsigned __int128 rista_uint128;

static inline int64_t rista_mul_hi_int64_t(int64_t a, int64_t b) { return (int64_t)((rista_int128)a * b >> 64); }

static inline uint64_t rista_mul_hi_uint64_t(uint64_t a, uint64_t b) { return (uint64_t)((rista_uint128)a * b >> 64); }

// Number of one bits, and of leading and trailing zeros. The operand of the latter two is not 0.
static inline int32_t rista_ones(uint64_t a) { return __builtin_popcountll(a); }

static inline int32_t rista_leading_zeros(uint64_t a) { return __builtin_clzll(a); }

static inline int32_t rista_trailing_zeros(uint64_t a) { return __builtin_ctzll(a); }

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
