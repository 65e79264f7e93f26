-- | Numbers: one module for each scalar type. The operations are the same for all types of a kind, so each kind is
-- one parametric module.

module integral_of (p: { type t }) = {
  type t = p.t

  -- Conversions from every type. Of an integer, the low bits are kept. A float is rounded towards zero and limited to
  -- the range of the type; NaN becomes 0.
  -- | Converts from `i8`.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  -- | Converts from `i16`.
  #[native(convert)]
  def i16 (x: i16) : t = ???
  -- | Converts from `i32`.
  #[native(convert)]
  def i32 (x: i32) : t = ???
  -- | Converts from `i64`.
  #[native(convert)]
  def i64 (x: i64) : t = ???
  -- | Converts from `u8`.
  #[native(convert)]
  def u8 (x: u8) : t = ???
  -- | Converts from `u16`.
  #[native(convert)]
  def u16 (x: u16) : t = ???
  -- | Converts from `u32`.
  #[native(convert)]
  def u32 (x: u32) : t = ???
  -- | Converts from `u64`.
  #[native(convert)]
  def u64 (x: u64) : t = ???
  -- | Converts from `f16`.
  #[native(convert)]
  def f16 (x: f16) : t = ???
  -- | Converts from `f32`.
  #[native(convert)]
  def f32 (x: f32) : t = ???
  -- | Converts from `f64`.
  #[native(convert)]
  def f64 (x: f64) : t = ???
  -- | Converts from `bool`.
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- Comparison.
  -- | Whether the operands are equal.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  -- | Whether the operands differ.
  #[native(ne)]
  def (!=) (x: t) (y: t) : bool = ???
  -- | Whether the first is less.
  #[native(lt)]
  def (<) (x: t) (y: t) : bool = ???
  -- | Whether the first is not greater.
  #[native(le)]
  def (<=) (x: t) (y: t) : bool = ???
  -- | Whether the first is greater.
  #[native(gt)]
  def (>) (x: t) (y: t) : bool = ???
  -- | Whether the first is not less.
  #[native(ge)]
  def (>=) (x: t) (y: t) : bool = ???

  -- Arithmetic.
  -- | Returns the sum; sums of integers wrap around.
  #[native(add)]
  def (+) (x: t) (y: t) : t = ???
  -- | Returns the difference; differences of integers wrap around.
  #[native(sub)]
  def (-) (x: t) (y: t) : t = ???
  -- | Returns the product; products of integers wrap around.
  #[native(mul)]
  def (*) (x: t) (y: t) : t = ???
  -- | Returns the quotient, rounded down.
  #[native(div)]
  def (/) (x: t) (y: t) : t = ???
  -- | Returns the remainder, with the sign of the divisor.
  #[native(mod)]
  def (%) (x: t) (y: t) : t = ???
  -- | Returns the power. The exponent must not be negative.
  #[native(pow)]
  def (**) (x: t) (y: t) : t = ???
  -- | Returns the lesser operand.
  #[native(min)]
  def min (x: t) (y: t) : t = ???
  -- | Returns the greater operand.
  #[native(max)]
  def max (x: t) (y: t) : t = ???
  -- | Returns the negated number.
  #[native(neg)]
  def neg (x: t) : t = ???
  -- | Returns the absolute value.
  #[native(abs)]
  def abs (x: t) : t = ???
  -- | Returns -1, 0 or 1 if the number is less than, equal to or greater than 0.
  #[native(sgn)]
  def sgn (x: t) : t = ???

  -- | The greatest value.
  #[native(highest)]
  def highest : t = ???
  -- | The least value.
  #[native(lowest)]
  def lowest : t = ???

  -- | Returns the sum of all elements.
  def sum [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x + y) (i32 0) xs
  -- | Returns the product of all elements.
  def product [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x * y) (i32 1) xs
  -- | Returns the greatest element, or `lowest` if there is none.
  def maximum [n] (xs: [n]t) : t = reduce_comm max lowest xs
  -- | Returns the least element, or `highest` if there is none.
  def minimum [n] (xs: [n]t) : t = reduce_comm min highest xs

  -- Bits.
  #[native(convert)]
  local def to_i32 (x: t) : i32 = ???
  -- | Returns the quotient, rounded towards zero.
  #[native(quot)]
  def (//) (x: t) (y: t) : t = ???
  -- | Returns the remainder, with the sign of the dividend.
  #[native(rem)]
  def (%%) (x: t) (y: t) : t = ???
  -- | Bitwise and.
  #[native(bit_and)]
  def (&) (x: t) (y: t) : t = ???
  -- | Bitwise or.
  #[native(bit_or)]
  def (|) (x: t) (y: t) : t = ???
  -- | Bitwise exclusive or.
  #[native(bit_xor)]
  def (^) (x: t) (y: t) : t = ???
  -- | Shifts the bits to the left. The result is 0 if all bits are shifted out.
  #[native(shl)]
  def (<<) (x: t) (y: t) : t = ???
  -- | Shifts the bits to the right, filling with the sign bit.
  #[native(shr)]
  def (>>) (x: t) (y: t) : t = ???
  -- | Shifts the bits to the right, filling with 0.
  #[native(lshr)]
  def (>>>) (x: t) (y: t) : t = ???
  -- | Returns the high half of the product.
  #[native(mul_hi)]
  def mul_hi (x: t) (y: t) : t = ???
  -- | Inverts all bits.
  #[native(not)]
  def not (x: t) : t = ???
  -- | Returns the high half of `a * b`, plus `c`.
  def mad_hi (a: t) (b: t) (c: t) : t = mul_hi a b + c
  -- | Returns the number of bits that are 1.
  #[native(popc)]
  def popc (x: t) : i32 = ???
  -- | Returns the number of leading bits that are 0.
  #[native(clz)]
  def clz (x: t) : i32 = ???
  -- | Returns the number of trailing bits that are 0.
  #[native(ctz)]
  def ctz (x: t) : i32 = ???
  -- | The number of bits of the type.
  def num_bits : i32 = clz (i32 0)
  -- | Returns a bit, counted from the least significant one.
  def get_bit (bit: i32) (x: t) : i32 = to_i32 ((x >>> i32 bit) & i32 1)
  -- | Returns the value with the given bit set to 0 or 1.
  def set_bit (bit: i32) (x: t) (b: i32) : t =
    (x & not (i32 1 << i32 bit)) | (i32 b << i32 bit)
  -- | Converts to `i64`.
  #[native(convert)]
  def to_i64 (x: t) : i64 = ???
}

module float_of (p: { type t type bits val num_bits : i32 }) = {
  type t = p.t
  #[native(from_bits)]
  local def f64_of_bits (x: u64) : f64 = ???
  #[native(convert)]
  local def u64_of_i32 (x: i32) : u64 = ???

  -- Returns `x * 2 ** n`, rounded once: only the last factor, a power of two, can round, or the result is 0.
  -- Defined here because the operators below are those of one type.
  local def scaled (x: f64) (n: i32) : f64 =
    let power (k: i32) : f64 = f64_of_bits (u64_of_i32 (k + 1023) << 52)
    let step (x: f64, n: i32) : (f64, i32) =
      if n > 1023 then (x * power 1023, n - 1023)
      else if n < -1022 then (x * power (-969), n + 969)
      else (x, n)
    let (x, n) = step (step (x, n))
    in x * power (if n > 1023 then 1023 else if n < -1022 then -1022 else n)

  -- Conversions from every type.
  -- | Converts from `i8`.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  -- | Converts from `i16`.
  #[native(convert)]
  def i16 (x: i16) : t = ???
  -- | Converts from `i32`.
  #[native(convert)]
  def i32 (x: i32) : t = ???
  -- | Converts from `i64`.
  #[native(convert)]
  def i64 (x: i64) : t = ???
  -- | Converts from `u8`.
  #[native(convert)]
  def u8 (x: u8) : t = ???
  -- | Converts from `u16`.
  #[native(convert)]
  def u16 (x: u16) : t = ???
  -- | Converts from `u32`.
  #[native(convert)]
  def u32 (x: u32) : t = ???
  -- | Converts from `u64`.
  #[native(convert)]
  def u64 (x: u64) : t = ???
  -- | Converts from `f16`.
  #[native(convert)]
  def f16 (x: f16) : t = ???
  -- | Converts from `f32`.
  #[native(convert)]
  def f32 (x: f32) : t = ???
  -- | Converts from `f64`.
  #[native(convert)]
  def f64 (x: f64) : t = ???
  -- | Converts from `bool`.
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- Comparison.
  -- | Whether the operands are equal.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  -- | Whether the operands differ.
  #[native(ne)]
  def (!=) (x: t) (y: t) : bool = ???
  -- | Whether the first is less.
  #[native(lt)]
  def (<) (x: t) (y: t) : bool = ???
  -- | Whether the first is not greater.
  #[native(le)]
  def (<=) (x: t) (y: t) : bool = ???
  -- | Whether the first is greater.
  #[native(gt)]
  def (>) (x: t) (y: t) : bool = ???
  -- | Whether the first is not less.
  #[native(ge)]
  def (>=) (x: t) (y: t) : bool = ???

  -- Arithmetic.
  -- | Returns the sum; sums of integers wrap around.
  #[native(add)]
  def (+) (x: t) (y: t) : t = ???
  -- | Returns the difference; differences of integers wrap around.
  #[native(sub)]
  def (-) (x: t) (y: t) : t = ???
  -- | Returns the product; products of integers wrap around.
  #[native(mul)]
  def (*) (x: t) (y: t) : t = ???
  -- | Returns the quotient.
  #[native(div)]
  def (/) (x: t) (y: t) : t = ???
  -- | Returns the remainder, with the sign of the dividend.
  #[native(mod)]
  def (%) (x: t) (y: t) : t = ???
  -- | Returns the power.
  #[native(pow)]
  def (**) (x: t) (y: t) : t = ???
  -- | Returns the lesser operand, or the other one if one is NaN.
  #[native(min)]
  def min (x: t) (y: t) : t = ???
  -- | Returns the greater operand, or the other one if one is NaN.
  #[native(max)]
  def max (x: t) (y: t) : t = ???
  -- | Returns the negated number.
  #[native(neg)]
  def neg (x: t) : t = ???
  -- | Returns the absolute value.
  #[native(abs)]
  def abs (x: t) : t = ???
  -- | Returns -1, 0 or 1 if the number is less than, equal to or greater than 0, and NaN for NaN.
  #[native(sgn)]
  def sgn (x: t) : t = ???

  -- | The greatest value.
  #[native(highest)]
  def highest : t = ???
  -- | The least value.
  #[native(lowest)]
  def lowest : t = ???

  -- | Returns the sum of all elements.
  def sum [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x + y) (i32 0) xs
  -- | Returns the product of all elements.
  def product [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x * y) (i32 1) xs
  -- | Returns the greatest element, or `lowest` if there is none.
  def maximum [n] (xs: [n]t) : t = reduce_comm max lowest xs
  -- | Returns the least element, or `highest` if there is none.
  def minimum [n] (xs: [n]t) : t = reduce_comm min highest xs

  -- | Converts to `i64`, rounding towards zero.
  #[native(convert)]
  def to_i64 (x: t) : i64 = ???
  -- | Converts to `f64`.
  #[native(convert)]
  def to_f64 (x: t) : f64 = ???
  -- | Returns the quotient of two integers.
  def from_fraction (x: i64) (y: i64) : t = i64 x / i64 y

  -- Roots, powers and logarithms.
  -- | Returns the square root.
  #[native(sqrt)]
  def sqrt (x: t) : t = ???
  -- | Returns the reciprocal of the square root.
  #[native(rsqrt)]
  def rsqrt (x: t) : t = ???
  -- | Returns the cube root.
  #[native(cbrt)]
  def cbrt (x: t) : t = ???
  -- | Returns e to the power of the number.
  #[native(exp)]
  def exp (x: t) : t = ???
  -- | Returns the logarithm to base e.
  #[native(log)]
  def log (x: t) : t = ???
  -- | Returns the logarithm to base 2.
  #[native(log2)]
  def log2 (x: t) : t = ???
  -- | Returns the logarithm to base 10.
  #[native(log10)]
  def log10 (x: t) : t = ???
  -- | Returns the logarithm of 1 + `x`, exact for small `x`.
  #[native(log1p)]
  def log1p (x: t) : t = ???
  -- | Returns the reciprocal.
  def recip (x: t) : t = i32 1 / x

  -- Trigonometry, also in half turns.
  -- | Returns the sine.
  #[native(sin)]
  def sin (x: t) : t = ???
  -- | Returns the cosine.
  #[native(cos)]
  def cos (x: t) : t = ???
  -- | Returns the tangent.
  #[native(tan)]
  def tan (x: t) : t = ???
  -- | Returns the angle whose sine is the number.
  #[native(asin)]
  def asin (x: t) : t = ???
  -- | Returns the angle whose cosine is the number.
  #[native(acos)]
  def acos (x: t) : t = ???
  -- | Returns the angle whose tangent is the number.
  #[native(atan)]
  def atan (x: t) : t = ???
  -- | Returns the sine of `x` half turns.
  #[native(sinpi)]
  def sinpi (x: t) : t = ???
  -- | Returns the cosine of `x` half turns.
  #[native(cospi)]
  def cospi (x: t) : t = ???
  -- | Returns the tangent of `x` half turns.
  #[native(tanpi)]
  def tanpi (x: t) : t = ???
  -- | Returns the angle, in half turns, whose sine is the number.
  #[native(asinpi)]
  def asinpi (x: t) : t = ???
  -- | Returns the angle, in half turns, whose cosine is the number.
  #[native(acospi)]
  def acospi (x: t) : t = ???
  -- | Returns the angle, in half turns, whose tangent is the number.
  #[native(atanpi)]
  def atanpi (x: t) : t = ???
  -- | Returns the hyperbolic sine.
  #[native(sinh)]
  def sinh (x: t) : t = ???
  -- | Returns the hyperbolic cosine.
  #[native(cosh)]
  def cosh (x: t) : t = ???
  -- | Returns the hyperbolic tangent.
  #[native(tanh)]
  def tanh (x: t) : t = ???
  -- | Returns the inverse hyperbolic sine.
  #[native(asinh)]
  def asinh (x: t) : t = ???
  -- | Returns the inverse hyperbolic cosine.
  #[native(acosh)]
  def acosh (x: t) : t = ???
  -- | Returns the inverse hyperbolic tangent.
  #[native(atanh)]
  def atanh (x: t) : t = ???
  -- | Returns the angle of the point with abscissa `y` and ordinate `x`.
  #[native(atan2)]
  def atan2 (x: t) (y: t) : t = ???
  -- | Returns the angle, in half turns, of the point with abscissa `y` and ordinate `x`.
  #[native(atan2pi)]
  def atan2pi (x: t) (y: t) : t = ???
  -- | Returns the length of the hypotenuse over two sides.
  #[native(hypot)]
  def hypot (x: t) (y: t) : t = ???
  -- | Returns `x` with the sign of `y`.
  #[native(copysign)]
  def copysign (x: t) (y: t) : t = ???
  -- | Returns the value next to `x` in the direction of `y`.
  #[native(nextafter)]
  def nextafter (x: t) (y: t) : t = ???

  -- Special functions.
  -- | Returns the gamma function.
  #[native(gamma)]
  def gamma (x: t) : t = ???
  -- | Returns the logarithm of the gamma function's magnitude.
  #[native(lgamma)]
  def lgamma (x: t) : t = ???
  -- | Returns the error function.
  #[native(erf)]
  def erf (x: t) : t = ???
  -- | Returns 1 minus the error function.
  #[native(erfc)]
  def erfc (x: t) : t = ???

  -- Rounding.
  -- | Rounds down.
  #[native(floor)]
  def floor (x: t) : t = ???
  -- | Rounds up.
  #[native(ceil)]
  def ceil (x: t) : t = ???
  -- | Rounds towards zero.
  #[native(trunc)]
  def trunc (x: t) : t = ???
  -- | Rounds to the nearest integer, halves to the even one.
  #[native(round)]
  def round (x: t) : t = ???

  -- | Whether the number is NaN.
  #[native(isnan)]
  def isnan (x: t) : bool = ???
  -- | Whether the number is infinite, of either sign.
  #[native(isinf)]
  def isinf (x: t) : bool = ???
  -- | Infinity.
  #[native(inf)]
  def inf : t = ???
  -- | A NaN.
  #[native(nan)]
  def nan : t = ???
  -- | The ratio of a circle's circumference to its diameter.
  #[native(pi)]
  def pi : t = ???
  -- | The base of natural logarithms.
  #[native(e)]
  def e : t = ???
  -- | The distance from 1 to the next value.
  #[native(epsilon)]
  def epsilon : t = ???

  -- | Returns `a * b + c`, rounded once.
  #[native(fma)]
  def fma (a: t) (b: t) (c: t) : t = ???
  -- | Returns `a * b + c`, with each operation rounded.
  def mad (a: t) (b: t) (c: t) : t = a * b + c
  -- | Interpolates linearly: `v0` at `x` = 0, `v1` at `x` = 1.
  def lerp (v0: t) (v1: t) (x: t) : t = v0 + (v1 - v0) * max (i32 0) (min (i32 1) x)
  -- | Returns `x * 2 ** n`, rounded once.
  def ldexp (x: t) (n: i32) : t = f64 (scaled (to_f64 x) n)

  -- | The unsigned integers with the same number of bits.
  type int_t = p.bits
  -- | Returns the representation as an unsigned integer.
  #[native(to_bits)]
  def to_bits (x: t) : p.bits = ???
  -- | Returns the number with the given representation.
  #[native(from_bits)]
  def from_bits (x: p.bits) : t = ???

  -- Bits.
  #[native(convert)]
  local def bits_to_i32 (x: p.bits) : i32 = ???
  #[native(convert)]
  local def bits_of_i32 (x: i32) : p.bits = ???
  -- | The number of bits of the type.
  def num_bits : i32 = p.num_bits
  -- | Returns a bit of the representation, counted from the least significant one.
  def get_bit (bit: i32) (x: t) : i32 = bits_to_i32 ((to_bits x >>> bits_of_i32 bit) & bits_of_i32 1)
  -- | Returns the value with the given bit of the representation set to 0 or 1.
  def set_bit (bit: i32) (x: t) (b: i32) : t =
    from_bits ((to_bits x & !(bits_of_i32 1 << bits_of_i32 bit)) | (bits_of_i32 b << bits_of_i32 bit))
}

module i8 = integral_of { type t = i8 }
module i16 = integral_of { type t = i16 }
module i32 = integral_of { type t = i32 }
module i64 = integral_of { type t = i64 }
module u8 = integral_of { type t = u8 }
module u16 = integral_of { type t = u16 }
module u32 = integral_of { type t = u32 }
module u64 = integral_of { type t = u64 }
module f16 = float_of { type t = f16 type bits = u16 def num_bits : i32 = 16 }
module f32 = float_of { type t = f32 type bits = u32 def num_bits : i32 = 32 }
module f64 = float_of { type t = f64 type bits = u64 def num_bits : i32 = 64 }

module bool = {
  type t = bool

  -- | Converts from `i8`.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  -- | Converts from `i16`.
  #[native(convert)]
  def i16 (x: i16) : t = ???
  -- | Converts from `i32`.
  #[native(convert)]
  def i32 (x: i32) : t = ???
  -- | Converts from `i64`.
  #[native(convert)]
  def i64 (x: i64) : t = ???
  -- | Converts from `u8`.
  #[native(convert)]
  def u8 (x: u8) : t = ???
  -- | Converts from `u16`.
  #[native(convert)]
  def u16 (x: u16) : t = ???
  -- | Converts from `u32`.
  #[native(convert)]
  def u32 (x: u32) : t = ???
  -- | Converts from `u64`.
  #[native(convert)]
  def u64 (x: u64) : t = ???
  -- | Converts from `f16`.
  #[native(convert)]
  def f16 (x: f16) : t = ???
  -- | Converts from `f32`.
  #[native(convert)]
  def f32 (x: f32) : t = ???
  -- | Converts from `f64`.
  #[native(convert)]
  def f64 (x: f64) : t = ???
  -- | Converts from `bool`.
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- | Whether the operands are equal.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  -- | Whether the operands differ.
  #[native(ne)]
  def (!=) (x: t) (y: t) : bool = ???
  -- | Whether the first is less; false is less than true.
  #[native(lt)]
  def (<) (x: t) (y: t) : bool = ???
  -- | Whether the first is not greater.
  #[native(le)]
  def (<=) (x: t) (y: t) : bool = ???
  -- | Whether the first is greater.
  #[native(gt)]
  def (>) (x: t) (y: t) : bool = ???
  -- | Whether the first is not less.
  #[native(ge)]
  def (>=) (x: t) (y: t) : bool = ???
  -- Logic.
  -- | Whether both hold.
  #[native(bit_and)]
  def (&) (x: t) (y: t) : t = ???
  -- | Whether one of them holds.
  #[native(bit_or)]
  def (|) (x: t) (y: t) : t = ???
  -- | Whether exactly one of them holds.
  #[native(bit_xor)]
  def (^) (x: t) (y: t) : t = ???
  -- | Returns the negation.
  #[native(not)]
  def not (x: t) : t = ???
  -- | True.
  #[native(highest)]
  def highest : t = ???
  -- | False.
  #[native(lowest)]
  def lowest : t = ???
}

-- | Converts `i32` to `f32`.
def r32 (x: i32) : f32 = f32.i32 x
-- | Converts `f32` to `i32`, rounding towards zero.
def t32 (x: f32) : i32 = i32.f32 x
-- | Converts `i32` to `f64`.
def r64 (x: i32) : f64 = f64.i32 x
-- | Converts `f64` to `i32`, rounding towards zero.
def t64 (x: f64) : i32 = i32.f64 x
