-- | Module types of the number modules, for parametric modules over numbers: `module m (R: real) = ..` takes `f16`,
-- `f32` and `f64`.

-- | A type to which every scalar type can be converted. All scalar types are of this kind.
module type from_prim = {
  type t

  -- | Converts from `i8`.
  val i8 : i8 -> t
  -- | Converts from `i16`.
  val i16 : i16 -> t
  -- | Converts from `i32`.
  val i32 : i32 -> t
  -- | Converts from `i64`.
  val i64 : i64 -> t
  -- | Converts from `u8`.
  val u8 : u8 -> t
  -- | Converts from `u16`.
  val u16 : u16 -> t
  -- | Converts from `u32`.
  val u32 : u32 -> t
  -- | Converts from `u64`.
  val u64 : u64 -> t
  -- | Converts from `f16`.
  val f16 : f16 -> t
  -- | Converts from `f32`.
  val f32 : f32 -> t
  -- | Converts from `f64`.
  val f64 : f64 -> t
  -- | Converts from `bool`.
  val bool : bool -> t
}

-- | A type of numbers: the integers and the floats.
module type numeric = {
  include from_prim

  -- | Returns the sum.
  val + : t -> t -> t
  -- | Returns the difference.
  val - : t -> t -> t
  -- | Returns the product.
  val * : t -> t -> t
  -- | Returns the quotient.
  val / : t -> t -> t
  -- | Returns the remainder, with the sign of the divisor.
  val % : t -> t -> t
  -- | Returns the power.
  val ** : t -> t -> t
  -- | Whether the operands are equal.
  val == : t -> t -> bool
  -- | Whether the operands differ.
  val != : t -> t -> bool
  -- | Whether the first is less.
  val < : t -> t -> bool
  -- | Whether the first is not greater.
  val <= : t -> t -> bool
  -- | Whether the first is greater.
  val > : t -> t -> bool
  -- | Whether the first is not less.
  val >= : t -> t -> bool

  -- | Returns the negated number.
  val neg : t -> t
  -- | Returns the lesser operand.
  val min : t -> t -> t
  -- | Returns the greater operand.
  val max : t -> t -> t
  -- | Returns the absolute value.
  val abs : t -> t
  -- | Returns -1, 0 or 1 if the number is less than, equal to or greater than 0.
  val sgn : t -> t
  -- | The greatest value.
  val highest : t
  -- | The least value.
  val lowest : t

  -- | Returns the sum of all elements.
  val sum [n] : [n]t -> t
  -- | Returns the product of all elements.
  val product [n] : [n]t -> t
  -- | Returns the greatest element, or `lowest` if there is none.
  val maximum [n] : [n]t -> t
  -- | Returns the least element, or `highest` if there is none.
  val minimum [n] : [n]t -> t
  -- | Converts to `i64`.
  val to_i64 : t -> i64
}

-- | A type of integers, with or without a sign.
module type integral = {
  include numeric

  -- | Returns the quotient, rounded towards zero.
  val // : t -> t -> t
  -- | Returns the remainder, with the sign of the dividend.
  val %% : t -> t -> t
  -- | Bitwise and.
  val & : t -> t -> t
  -- | Bitwise or.
  val | : t -> t -> t
  -- | Bitwise exclusive or.
  val ^ : t -> t -> t
  -- | Shifts the bits to the left.
  val << : t -> t -> t
  -- | Shifts the bits to the right, filling with the sign bit.
  val >> : t -> t -> t
  -- | Shifts the bits to the right, filling with 0.
  val >>> : t -> t -> t
  -- | Inverts all bits.
  val not : t -> t

  -- | The number of bits of the type.
  val num_bits : i32
  -- | Returns a bit, counted from the least significant one.
  val get_bit : i32 -> t -> i32
  -- | Returns the value with the given bit set to 0 or 1.
  val set_bit : i32 -> t -> i32 -> t
  -- | Returns the number of bits that are 1.
  val popc : t -> i32
  -- | Returns the number of leading bits that are 0.
  val clz : t -> i32
  -- | Returns the number of trailing bits that are 0.
  val ctz : t -> i32
  -- | Returns the high half of the product.
  val mul_hi : t -> t -> t
  -- | Returns the high half of `a * b`, plus `c`.
  val mad_hi : t -> t -> t -> t
}

-- | A type of approximate real numbers.
module type real = {
  include numeric

  -- | Returns the quotient of two integers.
  val from_fraction : i64 -> i64 -> t
  -- | Converts to `f64`.
  val to_f64 : t -> f64
  -- | Returns the reciprocal.
  val recip : t -> t
  -- | Returns the square root.
  val sqrt : t -> t
  -- | Returns the reciprocal of the square root.
  val rsqrt : t -> t
  -- | Returns the cube root.
  val cbrt : t -> t
  -- | Returns e to the power of the number.
  val exp : t -> t
  -- | Returns the logarithm to base e.
  val log : t -> t
  -- | Returns the logarithm to base 2.
  val log2 : t -> t
  -- | Returns the logarithm to base 10.
  val log10 : t -> t
  -- | Returns the logarithm of 1 + `x`.
  val log1p : t -> t
  -- | Returns the sine.
  val sin : t -> t
  -- | Returns the cosine.
  val cos : t -> t
  -- | Returns the tangent.
  val tan : t -> t
  -- | Returns the angle whose sine is the number.
  val asin : t -> t
  -- | Returns the angle whose cosine is the number.
  val acos : t -> t
  -- | Returns the angle whose tangent is the number.
  val atan : t -> t
  -- | Returns the sine of `x` half turns.
  val sinpi : t -> t
  -- | Returns the cosine of `x` half turns.
  val cospi : t -> t
  -- | Returns the tangent of `x` half turns.
  val tanpi : t -> t
  -- | Returns the angle, in half turns, whose sine is the number.
  val asinpi : t -> t
  -- | Returns the angle, in half turns, whose cosine is the number.
  val acospi : t -> t
  -- | Returns the angle, in half turns, whose tangent is the number.
  val atanpi : t -> t
  -- | Returns the hyperbolic sine.
  val sinh : t -> t
  -- | Returns the hyperbolic cosine.
  val cosh : t -> t
  -- | Returns the hyperbolic tangent.
  val tanh : t -> t
  -- | Returns the inverse hyperbolic sine.
  val asinh : t -> t
  -- | Returns the inverse hyperbolic cosine.
  val acosh : t -> t
  -- | Returns the inverse hyperbolic tangent.
  val atanh : t -> t
  -- | Returns the gamma function.
  val gamma : t -> t
  -- | Returns the logarithm of the gamma function's magnitude.
  val lgamma : t -> t
  -- | Returns the error function.
  val erf : t -> t
  -- | Returns 1 minus the error function.
  val erfc : t -> t
  -- | Rounds down.
  val floor : t -> t
  -- | Rounds up.
  val ceil : t -> t
  -- | Rounds towards zero.
  val trunc : t -> t
  -- | Rounds to the nearest integer, halves to the even one.
  val round : t -> t
  -- | Returns the angle of the point with abscissa `y` and ordinate `x`.
  val atan2 : t -> t -> t
  -- | Returns the angle, in half turns, of the point with abscissa `y` and ordinate `x`.
  val atan2pi : t -> t -> t
  -- | Returns the length of the hypotenuse over two sides.
  val hypot : t -> t -> t
  -- | Interpolates linearly: the first argument at 0 of the third, the second argument at 1.
  val lerp : t -> t -> t -> t
  -- | Returns `a * b + c`, rounded once.
  val fma : t -> t -> t -> t
  -- | Returns `a * b + c`, with each operation rounded.
  val mad : t -> t -> t -> t
  -- | Whether the number is NaN.
  val isnan : t -> bool
  -- | Whether the number is infinite, of either sign.
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

  -- | The unsigned integers with the same number of bits.
  type int_t
  -- | Returns the number with the given representation.
  val from_bits : int_t -> t
  -- | Returns the representation as an unsigned integer.
  val to_bits : t -> int_t
  -- | The number of bits of the type.
  val num_bits : i32
  -- | Returns a bit of the representation, counted from the least significant one.
  val get_bit : i32 -> t -> i32
  -- | Returns the value with the given bit of the representation set to 0 or 1.
  val set_bit : i32 -> t -> i32 -> t
  -- | The distance from 1 to the next value.
  val epsilon : t
  -- | Returns the value next to the first argument in the direction of the second.
  val nextafter : t -> t -> t
  -- | Returns `x * 2 ** n`, rounded once.
  val ldexp : t -> i32 -> t
  -- | Returns the first argument with the sign of the second.
  val copysign : t -> t -> t
}
