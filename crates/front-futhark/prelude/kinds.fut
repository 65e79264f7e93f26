-- | What the number modules have in common, for parametric modules over numbers: `module m (R: real) = ..` takes `f16`,
-- `f32` and `f64`.

-- | A type to which every scalar type can be converted: all scalar types are such.
module type from_prim = {
  type t

  -- | From `i8`.
  val i8 : i8 -> t
  -- | From `i16`.
  val i16 : i16 -> t
  -- | From `i32`.
  val i32 : i32 -> t
  -- | From `i64`.
  val i64 : i64 -> t
  -- | From `u8`.
  val u8 : u8 -> t
  -- | From `u16`.
  val u16 : u16 -> t
  -- | From `u32`.
  val u32 : u32 -> t
  -- | From `u64`.
  val u64 : u64 -> t
  -- | From `f16`.
  val f16 : f16 -> t
  -- | From `f32`.
  val f32 : f32 -> t
  -- | From `f64`.
  val f64 : f64 -> t
  -- | From `bool`.
  val bool : bool -> t
}

-- | A type of numbers: the integers and the floats.
module type numeric = {
  include from_prim

  -- | The sum.
  val + : t -> t -> t
  -- | The difference.
  val - : t -> t -> t
  -- | The product.
  val * : t -> t -> t
  -- | The quotient.
  val / : t -> t -> t
  -- | The remainder, with the sign of the divisor.
  val % : t -> t -> t
  -- | The power.
  val ** : t -> t -> t
  -- | Whether the two are equal.
  val == : t -> t -> bool
  -- | Whether the two differ.
  val != : t -> t -> bool
  -- | Whether the first is less.
  val < : t -> t -> bool
  -- | Whether the first is not greater.
  val <= : t -> t -> bool
  -- | Whether the first is greater.
  val > : t -> t -> bool
  -- | Whether the first is not less.
  val >= : t -> t -> bool

  -- | The number with the other sign.
  val neg : t -> t
  -- | The lesser of the two.
  val min : t -> t -> t
  -- | The greater of the two.
  val max : t -> t -> t
  -- | The number without its sign.
  val abs : t -> t
  -- | -1, 0 or 1, as the number is below, at or above 0.
  val sgn : t -> t
  -- | The greatest value.
  val highest : t
  -- | The least value.
  val lowest : t

  -- | The sum of all elements.
  val sum [n] : [n]t -> t
  -- | The product of all elements.
  val product [n] : [n]t -> t
  -- | The greatest element; `lowest` where there is none.
  val maximum [n] : [n]t -> t
  -- | The least element; `highest` where there is none.
  val minimum [n] : [n]t -> t
  -- | To `i64`.
  val to_i64 : t -> i64
}

-- | A type of integers, with or without a sign.
module type integral = {
  include numeric

  -- | The quotient, rounded towards zero.
  val // : t -> t -> t
  -- | The remainder, with the sign of the dividend.
  val %% : t -> t -> t
  -- | The bits that are 1 in both.
  val & : t -> t -> t
  -- | The bits that are 1 in one of them.
  val | : t -> t -> t
  -- | The bits that differ.
  val ^ : t -> t -> t
  -- | The bits moved up.
  val << : t -> t -> t
  -- | The bits moved down, with the sign's bit following.
  val >> : t -> t -> t
  -- | The bits moved down, with 0 following.
  val >>> : t -> t -> t
  -- | All bits the other way.
  val not : t -> t

  -- | The number of bits of the type.
  val num_bits : i32
  -- | A bit, counted from the least.
  val get_bit : i32 -> t -> i32
  -- | The value with that bit set to 0 or 1.
  val set_bit : i32 -> t -> i32 -> t
  -- | How many bits are 1.
  val popc : t -> i32
  -- | How many leading bits are 0.
  val clz : t -> i32
  -- | How many trailing bits are 0.
  val ctz : t -> i32
  -- | The high half of the product.
  val mul_hi : t -> t -> t
  -- | The high half of `a * b`, plus `c`.
  val mad_hi : t -> t -> t -> t
}

-- | A type that stands for the real numbers.
module type real = {
  include numeric

  -- | The quotient of two integers.
  val from_fraction : i64 -> i64 -> t
  -- | To `f64`.
  val to_f64 : t -> f64
  -- | 1 through the number.
  val recip : t -> t
  -- | The square root.
  val sqrt : t -> t
  -- | 1 through the square root.
  val rsqrt : t -> t
  -- | The cube root.
  val cbrt : t -> t
  -- | e to that power.
  val exp : t -> t
  -- | The logarithm to base e.
  val log : t -> t
  -- | The logarithm to base 2.
  val log2 : t -> t
  -- | The logarithm to base 10.
  val log10 : t -> t
  -- | The logarithm of 1 + `x`.
  val log1p : t -> t
  -- | The sine.
  val sin : t -> t
  -- | The cosine.
  val cos : t -> t
  -- | The tangent.
  val tan : t -> t
  -- | The angle with that sine.
  val asin : t -> t
  -- | The angle with that cosine.
  val acos : t -> t
  -- | The angle with that tangent.
  val atan : t -> t
  -- | The sine of `x` half turns.
  val sinpi : t -> t
  -- | The cosine of `x` half turns.
  val cospi : t -> t
  -- | The tangent of `x` half turns.
  val tanpi : t -> t
  -- | The angle with that sine, in half turns.
  val asinpi : t -> t
  -- | The angle with that cosine, in half turns.
  val acospi : t -> t
  -- | The angle with that tangent, in half turns.
  val atanpi : t -> t
  -- | The hyperbolic sine.
  val sinh : t -> t
  -- | The hyperbolic cosine.
  val cosh : t -> t
  -- | The hyperbolic tangent.
  val tanh : t -> t
  -- | The number with that hyperbolic sine.
  val asinh : t -> t
  -- | The number with that hyperbolic cosine.
  val acosh : t -> t
  -- | The number with that hyperbolic tangent.
  val atanh : t -> t
  -- | The gamma function.
  val gamma : t -> t
  -- | The logarithm of the gamma function's magnitude.
  val lgamma : t -> t
  -- | The error function.
  val erf : t -> t
  -- | 1 less the error function.
  val erfc : t -> t
  -- | Rounded down.
  val floor : t -> t
  -- | Rounded up.
  val ceil : t -> t
  -- | Rounded towards zero.
  val trunc : t -> t
  -- | Rounded to the nearest, halves to the even one.
  val round : t -> t
  -- | The angle of the point at `y` to the right and `x` up.
  val atan2 : t -> t -> t
  -- | The angle of the point at `y` to the right and `x` up, in half turns.
  val atan2pi : t -> t -> t
  -- | The length of the hypotenuse over two sides.
  val hypot : t -> t -> t
  -- | Between the first two, at 0 and 1 of the third.
  val lerp : t -> t -> t -> t
  -- | `a * b + c`, rounded once.
  val fma : t -> t -> t -> t
  -- | `a * b + c`, each operation rounded.
  val mad : t -> t -> t -> t
  -- | Whether it is NaN.
  val isnan : t -> bool
  -- | Whether it is infinite, of either sign.
  val isinf : t -> bool
  -- | Infinity.
  val inf : t
  -- | A NaN.
  val nan : t
  -- | The ratio of a circle's circumference to its diameter.
  val pi : t
  -- | The base of natural logarithms.
  val e : t
}

-- | A type of floating-point numbers.
module type float = {
  include real

  -- | The unsigned integers of as many bits.
  type int_t
  -- | The number of that representation.
  val from_bits : int_t -> t
  -- | The representation, as an unsigned integer.
  val to_bits : t -> int_t
  -- | The number of bits of the type.
  val num_bits : i32
  -- | A bit of the representation, counted from the least.
  val get_bit : i32 -> t -> i32
  -- | The value with that bit of the representation set to 0 or 1.
  val set_bit : i32 -> t -> i32 -> t
  -- | The distance from 1 to the next value.
  val epsilon : t
  -- | The value next to the first towards the second.
  val nextafter : t -> t -> t
  -- | `x * 2 ** n`, rounded once.
  val ldexp : t -> i32 -> t
  -- | The first with the sign of the second.
  val copysign : t -> t -> t
}
