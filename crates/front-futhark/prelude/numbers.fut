-- | Numbers: one module for each scalar type. The operations are the same for all types of a kind, so each kind is
-- one parametric module.

module integral_of (p: { type t }) = {
  type t = p.t

  -- Conversions from every type. Of integers, the low bits stay; floats go towards zero, to the nearest value that the
  -- type has, and NaN to 0.
  -- | From `i8`.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  -- | From `i16`.
  #[native(convert)]
  def i16 (x: i16) : t = ???
  -- | From `i32`.
  #[native(convert)]
  def i32 (x: i32) : t = ???
  -- | From `i64`.
  #[native(convert)]
  def i64 (x: i64) : t = ???
  -- | From `u8`.
  #[native(convert)]
  def u8 (x: u8) : t = ???
  -- | From `u16`.
  #[native(convert)]
  def u16 (x: u16) : t = ???
  -- | From `u32`.
  #[native(convert)]
  def u32 (x: u32) : t = ???
  -- | From `u64`.
  #[native(convert)]
  def u64 (x: u64) : t = ???
  -- | From `f16`.
  #[native(convert)]
  def f16 (x: f16) : t = ???
  -- | From `f32`.
  #[native(convert)]
  def f32 (x: f32) : t = ???
  -- | From `f64`.
  #[native(convert)]
  def f64 (x: f64) : t = ???
  -- | From `bool`.
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- Comparison.
  -- | Whether the two are equal.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  -- | Whether the two differ.
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
  -- | The sum; of integers, it wraps around.
  #[native(add)]
  def (+) (x: t) (y: t) : t = ???
  -- | The difference; of integers, it wraps around.
  #[native(sub)]
  def (-) (x: t) (y: t) : t = ???
  -- | The product; of integers, it wraps around.
  #[native(mul)]
  def (*) (x: t) (y: t) : t = ???
  -- | The quotient, rounded down.
  #[native(div)]
  def (/) (x: t) (y: t) : t = ???
  -- | The remainder, with the sign of the divisor.
  #[native(mod)]
  def (%) (x: t) (y: t) : t = ???
  -- | The power; the exponent is not negative.
  #[native(pow)]
  def (**) (x: t) (y: t) : t = ???
  -- | The lesser of the two.
  #[native(min)]
  def min (x: t) (y: t) : t = ???
  -- | The greater of the two.
  #[native(max)]
  def max (x: t) (y: t) : t = ???
  -- | The number with the other sign.
  #[native(neg)]
  def neg (x: t) : t = ???
  -- | The number without its sign.
  #[native(abs)]
  def abs (x: t) : t = ???
  -- | -1, 0 or 1, as the number is below, at or above 0.
  #[native(sgn)]
  def sgn (x: t) : t = ???

  -- | The greatest value.
  #[native(highest)]
  def highest : t = ???
  -- | The least value.
  #[native(lowest)]
  def lowest : t = ???

  -- | The sum of all elements.
  def sum [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x + y) (i32 0) xs
  -- | The product of all elements.
  def product [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x * y) (i32 1) xs
  -- | The greatest element; `lowest` where there is none.
  def maximum [n] (xs: [n]t) : t = reduce_comm max lowest xs
  -- | The least element; `highest` where there is none.
  def minimum [n] (xs: [n]t) : t = reduce_comm min highest xs

  -- Bits.
  #[native(convert)]
  local def to_i32 (x: t) : i32 = ???
  -- | The quotient, rounded towards zero.
  #[native(quot)]
  def (//) (x: t) (y: t) : t = ???
  -- | The remainder, with the sign of the dividend.
  #[native(rem)]
  def (%%) (x: t) (y: t) : t = ???
  -- | The bits that are 1 in both.
  #[native(bit_and)]
  def (&) (x: t) (y: t) : t = ???
  -- | The bits that are 1 in one of them.
  #[native(bit_or)]
  def (|) (x: t) (y: t) : t = ???
  -- | The bits that differ.
  #[native(bit_xor)]
  def (^) (x: t) (y: t) : t = ???
  -- | The bits moved up; 0 after as many as there are.
  #[native(shl)]
  def (<<) (x: t) (y: t) : t = ???
  -- | The bits moved down, with the sign's bit following.
  #[native(shr)]
  def (>>) (x: t) (y: t) : t = ???
  -- | The bits moved down, with 0 following.
  #[native(lshr)]
  def (>>>) (x: t) (y: t) : t = ???
  -- | The high half of the product.
  #[native(mul_hi)]
  def mul_hi (x: t) (y: t) : t = ???
  -- | All bits the other way.
  #[native(not)]
  def not (x: t) : t = ???
  -- | The high half of `a * b`, plus `c`.
  def mad_hi (a: t) (b: t) (c: t) : t = mul_hi a b + c
  -- | How many bits are 1.
  #[native(popc)]
  def popc (x: t) : i32 = ???
  -- | How many leading bits are 0.
  #[native(clz)]
  def clz (x: t) : i32 = ???
  -- | How many trailing bits are 0.
  #[native(ctz)]
  def ctz (x: t) : i32 = ???
  -- | The number of bits of the type.
  def num_bits : i32 = clz (i32 0)
  -- | A bit, counted from the least.
  def get_bit (bit: i32) (x: t) : i32 = to_i32 ((x >>> i32 bit) & i32 1)
  -- | The value with that bit set to 0 or 1.
  def set_bit (bit: i32) (x: t) (b: i32) : t =
    (x & not (i32 1 << i32 bit)) | (i32 b << i32 bit)
  -- | To `i64`.
  #[native(convert)]
  def to_i64 (x: t) : i64 = ???
}

module float_of (p: { type t type bits val num_bits : i32 }) = {
  type t = p.t
  #[native(from_bits)]
  local def f64_of_bits (x: u64) : f64 = ???
  #[native(convert)]
  local def u64_of_i32 (x: i32) : u64 = ???

  -- `x * 2 ** n`, here where the operators are still those of all types. It is rounded once: of the factors, which are
  -- powers of two, only the last can round, or the result is 0.
  local def scaled (x: f64) (n: i32) : f64 =
    let power (k: i32) : f64 = f64_of_bits (u64_of_i32 (k + 1023) << 52)
    let step (x: f64, n: i32) : (f64, i32) =
      if n > 1023 then (x * power 1023, n - 1023)
      else if n < -1022 then (x * power (-969), n + 969)
      else (x, n)
    let (x, n) = step (step (x, n))
    in x * power (if n > 1023 then 1023 else if n < -1022 then -1022 else n)

  -- Conversions from every type.
  -- | From `i8`.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  -- | From `i16`.
  #[native(convert)]
  def i16 (x: i16) : t = ???
  -- | From `i32`.
  #[native(convert)]
  def i32 (x: i32) : t = ???
  -- | From `i64`.
  #[native(convert)]
  def i64 (x: i64) : t = ???
  -- | From `u8`.
  #[native(convert)]
  def u8 (x: u8) : t = ???
  -- | From `u16`.
  #[native(convert)]
  def u16 (x: u16) : t = ???
  -- | From `u32`.
  #[native(convert)]
  def u32 (x: u32) : t = ???
  -- | From `u64`.
  #[native(convert)]
  def u64 (x: u64) : t = ???
  -- | From `f16`.
  #[native(convert)]
  def f16 (x: f16) : t = ???
  -- | From `f32`.
  #[native(convert)]
  def f32 (x: f32) : t = ???
  -- | From `f64`.
  #[native(convert)]
  def f64 (x: f64) : t = ???
  -- | From `bool`.
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- Comparison.
  -- | Whether the two are equal.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  -- | Whether the two differ.
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
  -- | The sum; of integers, it wraps around.
  #[native(add)]
  def (+) (x: t) (y: t) : t = ???
  -- | The difference; of integers, it wraps around.
  #[native(sub)]
  def (-) (x: t) (y: t) : t = ???
  -- | The product; of integers, it wraps around.
  #[native(mul)]
  def (*) (x: t) (y: t) : t = ???
  -- | The quotient.
  #[native(div)]
  def (/) (x: t) (y: t) : t = ???
  -- | The remainder, with the sign of the dividend.
  #[native(mod)]
  def (%) (x: t) (y: t) : t = ???
  -- | The power.
  #[native(pow)]
  def (**) (x: t) (y: t) : t = ???
  -- | The lesser of the two; a NaN gives the other.
  #[native(min)]
  def min (x: t) (y: t) : t = ???
  -- | The greater of the two; a NaN gives the other.
  #[native(max)]
  def max (x: t) (y: t) : t = ???
  -- | The number with the other sign.
  #[native(neg)]
  def neg (x: t) : t = ???
  -- | The number without its sign.
  #[native(abs)]
  def abs (x: t) : t = ???
  -- | -1, 0 or 1, as the number is below, at or above 0; NaN for NaN.
  #[native(sgn)]
  def sgn (x: t) : t = ???

  -- | The greatest value.
  #[native(highest)]
  def highest : t = ???
  -- | The least value.
  #[native(lowest)]
  def lowest : t = ???

  -- | The sum of all elements.
  def sum [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x + y) (i32 0) xs
  -- | The product of all elements.
  def product [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x * y) (i32 1) xs
  -- | The greatest element; `lowest` where there is none.
  def maximum [n] (xs: [n]t) : t = reduce_comm max lowest xs
  -- | The least element; `highest` where there is none.
  def minimum [n] (xs: [n]t) : t = reduce_comm min highest xs

  -- | To `i64`, rounded towards zero.
  #[native(convert)]
  def to_i64 (x: t) : i64 = ???
  -- | To `f64`.
  #[native(convert)]
  def to_f64 (x: t) : f64 = ???
  -- | The quotient of two integers.
  def from_fraction (x: i64) (y: i64) : t = i64 x / i64 y

  -- Roots, powers and logarithms.
  -- | The square root.
  #[native(sqrt)]
  def sqrt (x: t) : t = ???
  -- | 1 through the square root.
  #[native(rsqrt)]
  def rsqrt (x: t) : t = ???
  -- | The cube root.
  #[native(cbrt)]
  def cbrt (x: t) : t = ???
  -- | e to that power.
  #[native(exp)]
  def exp (x: t) : t = ???
  -- | The logarithm to base e.
  #[native(log)]
  def log (x: t) : t = ???
  -- | The logarithm to base 2.
  #[native(log2)]
  def log2 (x: t) : t = ???
  -- | The logarithm to base 10.
  #[native(log10)]
  def log10 (x: t) : t = ???
  -- | The logarithm of 1 + `x`, exact for small `x`.
  #[native(log1p)]
  def log1p (x: t) : t = ???
  -- | 1 through the number.
  def recip (x: t) : t = i32 1 / x

  -- Trigonometry, also in half turns.
  -- | The sine.
  #[native(sin)]
  def sin (x: t) : t = ???
  -- | The cosine.
  #[native(cos)]
  def cos (x: t) : t = ???
  -- | The tangent.
  #[native(tan)]
  def tan (x: t) : t = ???
  -- | The angle with that sine.
  #[native(asin)]
  def asin (x: t) : t = ???
  -- | The angle with that cosine.
  #[native(acos)]
  def acos (x: t) : t = ???
  -- | The angle with that tangent.
  #[native(atan)]
  def atan (x: t) : t = ???
  -- | The sine of `x` half turns.
  #[native(sinpi)]
  def sinpi (x: t) : t = ???
  -- | The cosine of `x` half turns.
  #[native(cospi)]
  def cospi (x: t) : t = ???
  -- | The tangent of `x` half turns.
  #[native(tanpi)]
  def tanpi (x: t) : t = ???
  -- | The angle with that sine, in half turns.
  #[native(asinpi)]
  def asinpi (x: t) : t = ???
  -- | The angle with that cosine, in half turns.
  #[native(acospi)]
  def acospi (x: t) : t = ???
  -- | The angle with that tangent, in half turns.
  #[native(atanpi)]
  def atanpi (x: t) : t = ???
  -- | The hyperbolic sine.
  #[native(sinh)]
  def sinh (x: t) : t = ???
  -- | The hyperbolic cosine.
  #[native(cosh)]
  def cosh (x: t) : t = ???
  -- | The hyperbolic tangent.
  #[native(tanh)]
  def tanh (x: t) : t = ???
  -- | The number with that hyperbolic sine.
  #[native(asinh)]
  def asinh (x: t) : t = ???
  -- | The number with that hyperbolic cosine.
  #[native(acosh)]
  def acosh (x: t) : t = ???
  -- | The number with that hyperbolic tangent.
  #[native(atanh)]
  def atanh (x: t) : t = ???
  -- | The angle of the point at `y` to the right and `x` up.
  #[native(atan2)]
  def atan2 (x: t) (y: t) : t = ???
  -- | The angle of the point at `y` to the right and `x` up, in half turns.
  #[native(atan2pi)]
  def atan2pi (x: t) (y: t) : t = ???
  -- | The length of the hypotenuse over two sides.
  #[native(hypot)]
  def hypot (x: t) (y: t) : t = ???
  -- | `x` with the sign of `y`.
  #[native(copysign)]
  def copysign (x: t) (y: t) : t = ???
  -- | The value next to `x` towards `y`.
  #[native(nextafter)]
  def nextafter (x: t) (y: t) : t = ???

  -- Special functions.
  -- | The gamma function.
  #[native(gamma)]
  def gamma (x: t) : t = ???
  -- | The logarithm of the gamma function's magnitude.
  #[native(lgamma)]
  def lgamma (x: t) : t = ???
  -- | The error function.
  #[native(erf)]
  def erf (x: t) : t = ???
  -- | 1 less the error function.
  #[native(erfc)]
  def erfc (x: t) : t = ???

  -- Rounding.
  -- | Rounded down.
  #[native(floor)]
  def floor (x: t) : t = ???
  -- | Rounded up.
  #[native(ceil)]
  def ceil (x: t) : t = ???
  -- | Rounded towards zero.
  #[native(trunc)]
  def trunc (x: t) : t = ???
  -- | Rounded to the nearest, halves to the even one.
  #[native(round)]
  def round (x: t) : t = ???

  -- | Whether it is NaN.
  #[native(isnan)]
  def isnan (x: t) : bool = ???
  -- | Whether it is infinite, of either sign.
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

  -- | `a * b + c`, rounded once.
  #[native(fma)]
  def fma (a: t) (b: t) (c: t) : t = ???
  -- | `a * b + c`, each operation rounded.
  def mad (a: t) (b: t) (c: t) : t = a * b + c
  -- | Between `v0`, at `x` = 0, and `v1`, at `x` = 1.
  def lerp (v0: t) (v1: t) (x: t) : t = v0 + (v1 - v0) * max (i32 0) (min (i32 1) x)
  -- | `x * 2 ** n`, rounded once.
  def ldexp (x: t) (n: i32) : t = f64 (scaled (to_f64 x) n)

  -- | The unsigned integers of as many bits.
  type int_t = p.bits
  -- | The representation, as an unsigned integer.
  #[native(to_bits)]
  def to_bits (x: t) : p.bits = ???
  -- | The number of that representation.
  #[native(from_bits)]
  def from_bits (x: p.bits) : t = ???

  -- Bits.
  #[native(convert)]
  local def bits_to_i32 (x: p.bits) : i32 = ???
  #[native(convert)]
  local def bits_of_i32 (x: i32) : p.bits = ???
  -- | The number of bits of the type.
  def num_bits : i32 = p.num_bits
  -- | A bit of the representation, counted from the least.
  def get_bit (bit: i32) (x: t) : i32 = bits_to_i32 ((to_bits x >>> bits_of_i32 bit) & bits_of_i32 1)
  -- | The value with that bit of the representation set to 0 or 1.
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

  -- | From `i8`.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  -- | From `i16`.
  #[native(convert)]
  def i16 (x: i16) : t = ???
  -- | From `i32`.
  #[native(convert)]
  def i32 (x: i32) : t = ???
  -- | From `i64`.
  #[native(convert)]
  def i64 (x: i64) : t = ???
  -- | From `u8`.
  #[native(convert)]
  def u8 (x: u8) : t = ???
  -- | From `u16`.
  #[native(convert)]
  def u16 (x: u16) : t = ???
  -- | From `u32`.
  #[native(convert)]
  def u32 (x: u32) : t = ???
  -- | From `u64`.
  #[native(convert)]
  def u64 (x: u64) : t = ???
  -- | From `f16`.
  #[native(convert)]
  def f16 (x: f16) : t = ???
  -- | From `f32`.
  #[native(convert)]
  def f32 (x: f32) : t = ???
  -- | From `f64`.
  #[native(convert)]
  def f64 (x: f64) : t = ???
  -- | From `bool`.
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- | Whether the two are equal.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  -- | Whether the two differ.
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
  -- | The contrary.
  #[native(not)]
  def not (x: t) : t = ???
  -- | True.
  #[native(highest)]
  def highest : t = ???
  -- | False.
  #[native(lowest)]
  def lowest : t = ???
}

-- | `i32` to `f32`.
def r32 (x: i32) : f32 = f32.i32 x
-- | `f32` to `i32`, towards zero.
def t32 (x: f32) : i32 = i32.f32 x
-- | `i32` to `f64`.
def r64 (x: i32) : f64 = f64.i32 x
-- | `f64` to `i32`, towards zero.
def t64 (x: f64) : i32 = i32.f64 x
