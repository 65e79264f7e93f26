-- The module types of numbers: what parametric modules ask of one of them, and which modules fit.

-- ==
-- entry: norms
-- input { 3f32 4f32 } output { 5f32 5f64 }
-- input { 0f32 -2f32 } output { 2f32 2f64 }

-- ==
-- entry: bits
-- input { 254u8 1f32 } output { 9i32 33i32 1f32 0f32 }

-- ==
-- entry: sums
-- input { [1i8, 2, 3] } output { 6i8 2i64 true 3.0f64 }
-- input { empty([0]i8) } output { 0i8 0i64 false 1.5f64 }

module norm (R: real) = { def of (x: R.t) (y: R.t) : R.t = R.(sqrt (x * x + y * y)) }
module norm32 = norm f32
module norm64 = norm f64
module norm16 = norm f16

module integer_bits (I: integral) = { def count (x: I.t) : i32 = I.popc (I.not x) + I.num_bits }
module bits8 = integer_bits u8

module float_bits (F: float) = {
  def count (x: F.t) : i32 = F.num_bits + F.get_bit 29 x
  def same (x: F.t) : F.t = F.from_bits (F.to_bits x)
}
module bits32 = float_bits f32
module bits64 = float_bits f64

module sum (N: numeric) = {
  def of (xs: []N.t) : N.t = N.sum xs
  def size (x: N.t) : i64 = N.to_i64 x / 3
  def positive (x: N.t) : bool = N.(x > i32 0)
}
module sum8 = sum i8
module sum_real = sum f64

module convert (P: from_prim) = { def half : P.t = P.f64 1.5 }
module half = convert f64
module truth = convert bool

entry norms x y = (norm32.of x y, norm64.of (f64.f32 x) (f64.f32 y))

entry bits (x: u8) (y: f32) = (bits8.count x, bits32.count y, bits32.same y, f32.f64 (bits64.same 0))

entry sums (xs: []i8) =
  let s = sum8.of xs
  in (s, sum8.size s, sum8.positive s, sum_real.of (replicate (if truth.half then 1 + sum8.size s / 2 else 0) half.half))
