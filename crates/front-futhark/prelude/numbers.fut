-- | Numbers: one module for each scalar type. The operations are the same for all types of a kind, so each kind is
-- one parametric module.

module integral_of (p: { type t }) = {
  type t = p.t

  -- Conversions from every type.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  #[native(convert)]
  def i16 (x: i16) : t = ???
  #[native(convert)]
  def i32 (x: i32) : t = ???
  #[native(convert)]
  def i64 (x: i64) : t = ???
  #[native(convert)]
  def u8 (x: u8) : t = ???
  #[native(convert)]
  def u16 (x: u16) : t = ???
  #[native(convert)]
  def u32 (x: u32) : t = ???
  #[native(convert)]
  def u64 (x: u64) : t = ???
  #[native(convert)]
  def f16 (x: f16) : t = ???
  #[native(convert)]
  def f32 (x: f32) : t = ???
  #[native(convert)]
  def f64 (x: f64) : t = ???
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- Comparison.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  #[native(ne)]
  def (!=) (x: t) (y: t) : bool = ???
  #[native(lt)]
  def (<) (x: t) (y: t) : bool = ???
  #[native(le)]
  def (<=) (x: t) (y: t) : bool = ???
  #[native(gt)]
  def (>) (x: t) (y: t) : bool = ???
  #[native(ge)]
  def (>=) (x: t) (y: t) : bool = ???

  -- Arithmetic.
  #[native(add)]
  def (+) (x: t) (y: t) : t = ???
  #[native(sub)]
  def (-) (x: t) (y: t) : t = ???
  #[native(mul)]
  def (*) (x: t) (y: t) : t = ???
  #[native(div)]
  def (/) (x: t) (y: t) : t = ???
  #[native(mod)]
  def (%) (x: t) (y: t) : t = ???
  #[native(pow)]
  def (**) (x: t) (y: t) : t = ???
  #[native(min)]
  def min (x: t) (y: t) : t = ???
  #[native(max)]
  def max (x: t) (y: t) : t = ???
  #[native(neg)]
  def neg (x: t) : t = ???
  #[native(abs)]
  def abs (x: t) : t = ???
  #[native(sgn)]
  def sgn (x: t) : t = ???

  -- | The greatest value.
  #[native(highest)]
  def highest : t = ???
  -- | The least value.
  #[native(lowest)]
  def lowest : t = ???

  def sum [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x + y) (i32 0) xs
  def product [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x * y) (i32 1) xs
  def maximum [n] (xs: [n]t) : t = reduce_comm max lowest xs
  def minimum [n] (xs: [n]t) : t = reduce_comm min highest xs

  -- Bits.
  #[native(convert)]
  local def to_i32 (x: t) : i32 = ???
  #[native(quot)]
  def (//) (x: t) (y: t) : t = ???
  #[native(rem)]
  def (%%) (x: t) (y: t) : t = ???
  #[native(bit_and)]
  def (&) (x: t) (y: t) : t = ???
  #[native(bit_or)]
  def (|) (x: t) (y: t) : t = ???
  #[native(bit_xor)]
  def (^) (x: t) (y: t) : t = ???
  #[native(shl)]
  def (<<) (x: t) (y: t) : t = ???
  #[native(shr)]
  def (>>) (x: t) (y: t) : t = ???
  #[native(lshr)]
  def (>>>) (x: t) (y: t) : t = ???
  #[native(mul_hi)]
  def mul_hi (x: t) (y: t) : t = ???
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
  #[native(convert)]
  def to_i64 (x: t) : i64 = ???
}

module float_of (p: { type t type bits val num_bits : i32 }) = {
  type t = p.t

  -- Conversions from every type.
  #[native(convert)]
  def i8 (x: i8) : t = ???
  #[native(convert)]
  def i16 (x: i16) : t = ???
  #[native(convert)]
  def i32 (x: i32) : t = ???
  #[native(convert)]
  def i64 (x: i64) : t = ???
  #[native(convert)]
  def u8 (x: u8) : t = ???
  #[native(convert)]
  def u16 (x: u16) : t = ???
  #[native(convert)]
  def u32 (x: u32) : t = ???
  #[native(convert)]
  def u64 (x: u64) : t = ???
  #[native(convert)]
  def f16 (x: f16) : t = ???
  #[native(convert)]
  def f32 (x: f32) : t = ???
  #[native(convert)]
  def f64 (x: f64) : t = ???
  #[native(convert)]
  def bool (x: bool) : t = ???

  -- Comparison.
  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  #[native(ne)]
  def (!=) (x: t) (y: t) : bool = ???
  #[native(lt)]
  def (<) (x: t) (y: t) : bool = ???
  #[native(le)]
  def (<=) (x: t) (y: t) : bool = ???
  #[native(gt)]
  def (>) (x: t) (y: t) : bool = ???
  #[native(ge)]
  def (>=) (x: t) (y: t) : bool = ???

  -- Arithmetic.
  #[native(add)]
  def (+) (x: t) (y: t) : t = ???
  #[native(sub)]
  def (-) (x: t) (y: t) : t = ???
  #[native(mul)]
  def (*) (x: t) (y: t) : t = ???
  #[native(div)]
  def (/) (x: t) (y: t) : t = ???
  #[native(mod)]
  def (%) (x: t) (y: t) : t = ???
  #[native(pow)]
  def (**) (x: t) (y: t) : t = ???
  #[native(min)]
  def min (x: t) (y: t) : t = ???
  #[native(max)]
  def max (x: t) (y: t) : t = ???
  #[native(neg)]
  def neg (x: t) : t = ???
  #[native(abs)]
  def abs (x: t) : t = ???
  #[native(sgn)]
  def sgn (x: t) : t = ???

  -- | The greatest value.
  #[native(highest)]
  def highest : t = ???
  -- | The least value.
  #[native(lowest)]
  def lowest : t = ???

  def sum [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x + y) (i32 0) xs
  def product [n] (xs: [n]t) : t = reduce_comm (\(x: t) (y: t) -> x * y) (i32 1) xs
  def maximum [n] (xs: [n]t) : t = reduce_comm max lowest xs
  def minimum [n] (xs: [n]t) : t = reduce_comm min highest xs

  #[native(convert)]
  def to_i64 (x: t) : i64 = ???
  #[native(convert)]
  def to_f64 (x: t) : f64 = ???
  -- | The quotient of two integers.
  def from_fraction (x: i64) (y: i64) : t = i64 x / i64 y

  -- Roots, powers and logarithms.
  #[native(sqrt)]
  def sqrt (x: t) : t = ???
  #[native(rsqrt)]
  def rsqrt (x: t) : t = ???
  #[native(cbrt)]
  def cbrt (x: t) : t = ???
  #[native(exp)]
  def exp (x: t) : t = ???
  #[native(log)]
  def log (x: t) : t = ???
  #[native(log2)]
  def log2 (x: t) : t = ???
  #[native(log10)]
  def log10 (x: t) : t = ???
  #[native(log1p)]
  def log1p (x: t) : t = ???
  def recip (x: t) : t = i32 1 / x

  -- Trigonometry, also in half turns.
  #[native(sin)]
  def sin (x: t) : t = ???
  #[native(cos)]
  def cos (x: t) : t = ???
  #[native(tan)]
  def tan (x: t) : t = ???
  #[native(asin)]
  def asin (x: t) : t = ???
  #[native(acos)]
  def acos (x: t) : t = ???
  #[native(atan)]
  def atan (x: t) : t = ???
  #[native(sinpi)]
  def sinpi (x: t) : t = ???
  #[native(cospi)]
  def cospi (x: t) : t = ???
  #[native(tanpi)]
  def tanpi (x: t) : t = ???
  #[native(asinpi)]
  def asinpi (x: t) : t = ???
  #[native(acospi)]
  def acospi (x: t) : t = ???
  #[native(atanpi)]
  def atanpi (x: t) : t = ???
  #[native(sinh)]
  def sinh (x: t) : t = ???
  #[native(cosh)]
  def cosh (x: t) : t = ???
  #[native(tanh)]
  def tanh (x: t) : t = ???
  #[native(asinh)]
  def asinh (x: t) : t = ???
  #[native(acosh)]
  def acosh (x: t) : t = ???
  #[native(atanh)]
  def atanh (x: t) : t = ???
  #[native(atan2)]
  def atan2 (x: t) (y: t) : t = ???
  #[native(atan2pi)]
  def atan2pi (x: t) (y: t) : t = ???
  #[native(hypot)]
  def hypot (x: t) (y: t) : t = ???
  #[native(copysign)]
  def copysign (x: t) (y: t) : t = ???
  #[native(nextafter)]
  def nextafter (x: t) (y: t) : t = ???

  -- Special functions.
  #[native(gamma)]
  def gamma (x: t) : t = ???
  #[native(lgamma)]
  def lgamma (x: t) : t = ???
  #[native(erf)]
  def erf (x: t) : t = ???
  #[native(erfc)]
  def erfc (x: t) : t = ???

  -- Rounding; `round` takes halves to the even neighbour.
  #[native(floor)]
  def floor (x: t) : t = ???
  #[native(ceil)]
  def ceil (x: t) : t = ???
  #[native(trunc)]
  def trunc (x: t) : t = ???
  #[native(round)]
  def round (x: t) : t = ???

  #[native(isnan)]
  def isnan (x: t) : bool = ???
  #[native(isinf)]
  def isinf (x: t) : bool = ???
  #[native(inf)]
  def inf : t = ???
  #[native(nan)]
  def nan : t = ???
  #[native(pi)]
  def pi : t = ???
  #[native(e)]
  def e : t = ???
  -- | The distance from 1 to the next value.
  #[native(epsilon)]
  def epsilon : t = ???

  #[native(fma)]
  def fma (a: t) (b: t) (c: t) : t = ???
  def mad (a: t) (b: t) (c: t) : t = a * b + c
  -- | Between `v0`, at `x` = 0, and `v1`, at `x` = 1.
  def lerp (v0: t) (v1: t) (x: t) : t = v0 + (v1 - v0) * max (i32 0) (min (i32 1) x)
  -- | `x * 2 ** n`
  def ldexp (x: t) (n: i32) : t = x * i32 2 ** i32 n

  #[native(to_bits)]
  def to_bits (x: t) : p.bits = ???
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

  #[native(convert)]
  def i8 (x: i8) : t = ???
  #[native(convert)]
  def i16 (x: i16) : t = ???
  #[native(convert)]
  def i32 (x: i32) : t = ???
  #[native(convert)]
  def i64 (x: i64) : t = ???
  #[native(convert)]
  def u8 (x: u8) : t = ???
  #[native(convert)]
  def u16 (x: u16) : t = ???
  #[native(convert)]
  def u32 (x: u32) : t = ???
  #[native(convert)]
  def u64 (x: u64) : t = ???
  #[native(convert)]
  def f16 (x: f16) : t = ???
  #[native(convert)]
  def f32 (x: f32) : t = ???
  #[native(convert)]
  def f64 (x: f64) : t = ???
  #[native(convert)]
  def bool (x: bool) : t = ???

  #[native(eq)]
  def (==) (x: t) (y: t) : bool = ???
  #[native(ne)]
  def (!=) (x: t) (y: t) : bool = ???
  #[native(lt)]
  def (<) (x: t) (y: t) : bool = ???
  #[native(le)]
  def (<=) (x: t) (y: t) : bool = ???
  #[native(gt)]
  def (>) (x: t) (y: t) : bool = ???
  #[native(ge)]
  def (>=) (x: t) (y: t) : bool = ???
  -- Logic.
  #[native(bit_and)]
  def (&) (x: t) (y: t) : t = ???
  #[native(bit_or)]
  def (|) (x: t) (y: t) : t = ???
  #[native(bit_xor)]
  def (^) (x: t) (y: t) : t = ???
  #[native(not)]
  def not (x: t) : t = ???
  #[native(highest)]
  def highest : t = ???
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
