// The shortest decimal number that reads back as a given float, by Schubfach: R. Giulietti, "The Schubfach way to
// render doubles", 2020. The powers of ten are computed when they are first needed.

// The number digits * 10^exponent.
struct rista_decimal {
  uint64_t digits;
  int exponent;
};

#define RISTA_LEAST_POWER (-292)
#define RISTA_MOST_POWER 324
#define RISTA_LIMBS 72 // Limbs of 32 bits: enough for 2^1152 times any of the powers.

// Multiplies the limbs by one small number and divides them by another, rounding down.
static void rista_scale(uint32_t *limbs, uint32_t times, uint32_t by) {
  uint64_t carry = 0;
  for (int i = 0; times > 1 && i < RISTA_LIMBS; i++) {
    carry += (uint64_t)limbs[i] * times;
    limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  for (int i = RISTA_LIMBS - 1; by > 1 && i >= 0; i--) {
    carry = carry << 32 | limbs[i];
    limbs[i] = (uint32_t)(carry / by);
    carry %= by;
  }
}

// Returns the first 128 bits of 10^power, rounded up.
static rista_uint128 rista_new_power(int power) {
  uint32_t limbs[RISTA_LIMBS] = {0};
  limbs[36] = 1;
  for (int left = abs(power); left > 0; left -= 9) {
    uint32_t factor = 1;
    for (int i = 0; i < 9 && i < left; i++)
      factor *= 10;
    rista_scale(limbs, power > 0 ? factor : 1, power > 0 ? 1 : factor);
  }
  int top = RISTA_LIMBS - 1;
  while (limbs[top] == 0)
    top--;
  int shift = __builtin_clz(limbs[top]);
  rista_uint128 bits = 0;
  for (int i = 0; i < 4; i++)
    bits = bits << 32 | limbs[top - i];
  uint32_t next = limbs[top - 4];
  bits = bits << shift | (uint64_t)next << shift >> 32;
  bool inexact = power < 0 || (uint32_t)(next << shift) != 0;
  for (int i = 0; i < top - 4; i++)
    inexact |= limbs[i] != 0;
  return bits + inexact;
}

static rista_uint128 rista_power(int power) {
  static rista_uint128 powers[RISTA_MOST_POWER - RISTA_LEAST_POWER + 1];
  rista_uint128 *found = &powers[power - RISTA_LEAST_POWER];
  if (*found == 0)
    *found = rista_new_power(power);
  return *found;
}

// Returns power * value / 2^128. The last bit is set if the quotient is not an integer.
static uint64_t rista_round_to_odd(rista_uint128 power, uint64_t value) {
  rista_uint128 low = (rista_uint128)(uint64_t)power * value;
  rista_uint128 all = (power >> 64) * value + (low >> 64);
  return (uint64_t)(all >> 64) | ((uint64_t)all > 1);
}

// Returns the shortest decimal number between the middles to the neighbours of mantissa * 2^exponent. Of several,
// returns the one nearest to the value, and of two equally near ones the larger. `narrow` means that the neighbour
// below is nearer than the one above. The mantissa has at most 53 bits and is not 0.
static struct rista_decimal rista_shortest(uint64_t mantissa, int exponent, bool narrow) {
  // The floored logarithms of the distance of the neighbours, and of the power.
  int k = (exponent * 1262611 - (narrow ? 524031 : 0)) >> 22;
  int shift = exponent + ((-k * 1741647) >> 19) + 1;
  rista_uint128 power = rista_power(-k);
  // Four times the value and its bounds, scaled by 10^-k. The bounds themselves read back as the value if the mantissa
  // is even.
  uint64_t value = rista_round_to_odd(power, (4 * mantissa) << shift);
  uint64_t least = rista_round_to_odd(power, (4 * mantissa - 2 + narrow) << shift) + mantissa % 2;
  uint64_t most = rista_round_to_odd(power, (4 * mantissa + 2) << shift) - mantissa % 2;
  uint64_t below = value / 4, tens = below / 10;
  bool low = least <= 40 * tens, high = 40 * tens + 40 <= most;
  if (tens > 0 && low != high)
    return (struct rista_decimal){tens + high, k + 1};
  low = least <= 4 * below, high = 4 * below + 4 <= most;
  if (low == high)
    high = value >= 4 * below + 2;
  return (struct rista_decimal){below + high, k};
}

// Returns the shortest decimal number for the bits of a positive float with `stored` bits of mantissa. `least` is the
// exponent of the smallest float.
static struct rista_decimal rista_shortest_of(uint64_t bits, int stored, int least) {
  uint64_t mantissa = bits & (((uint64_t)1 << stored) - 1);
  int exponent = (int)(bits >> stored);
  if (exponent == 0)
    return rista_shortest(mantissa, least, false);
  return rista_shortest(mantissa | (uint64_t)1 << stored, least + exponent - 1, mantissa == 0 && exponent > 1);
}
