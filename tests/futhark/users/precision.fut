-- Floating point: half precision, compensated sums, rounding, bits, special values, decibels, signals of three widths.
-- ==
-- entry: halves
-- input { [1.0f32, 0.1f32, 65504.0f32, 1e-07f32, -2.5f32] }
-- output { [1.0f16, 0.0999755859375f16, 65504.0f16, 1.1920928955078125e-07f16, -2.5f16] [1.0f32, 0.0999755859375f32, 65504.0f32, 1.1920928955078125e-07f32, -2.5f32] [15360u16, 11878u16, 31743u16, 2u16, 49408u16] }

-- ==
-- entry: half_steps
-- input { 5i64 } output { 0.515625f16 }

-- ==
-- entry: kahan
-- input { [16777216.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32] } output { 16777220.0f32 }

-- ==
-- entry: exact
-- input { [1e+16f64, 1.0f64, -1e+16f64, 1.0f64] } output { 2.0f64 }

-- ==
-- entry: roundings
-- input { [-2.5f64, -0.5f64, 0.5f64, 1.5f64, 2.7f64] }
-- output { [[-3.0f64, -1.0f64, 0.0f64, 1.0f64, 2.0f64], [-2.0f64, -0.0f64, 1.0f64, 2.0f64, 3.0f64], [-2.0f64, -0.0f64, 0.0f64, 1.0f64, 2.0f64], [-2.0f64, -0.0f64, 0.0f64, 2.0f64, 3.0f64]] }
-- input { empty([0]f64) } output { empty([4][0]f64) }

-- ==
-- entry: integers
-- input { [-2.9f64, 3.7f64, 100.0f64] }
-- output { [-2i32, 3i32, 100i32] [2u8, 3u8, 100u8] [-2i64, 3i64, 100i64] }

-- ==
-- entry: specials
-- input { 0.0f64 } output { [true, true, false, true, true, true] }

-- ==
-- entry: fields
-- input { -10.0f32 } output { 1u32 3i32 1.25f32 }

-- ==
-- entry: inverse_roots
-- input { [4.0f32, 0.25f32, 100.0f32] } output { [0.5f32, 2.0f32, 0.1f32] }

-- ==
-- entry: functions
-- input { 1.7f64 }
-- output { [1.3038404810405297f64, 1.193483191927337f64, 5.4739473917272f64, 0.5306282510621704f64, 0.765534746362977f64, 0.2304489213782739f64, 0.9932517730102834f64, 0.9916648104524686f64, -0.12884449429552464f64, -7.696602139459161f64, 0.7044940642422177f64, 2.6456319338372323f64, 0.935409070603099f64, 0.9086387328532907f64, -0.0958076974070654f64, 0.9837904585907745f64, 3.4481879299133333f64, 3.8899999999999997f64, 0.5882352941176471f64, -1.0f64] }

-- ==
-- entry: decibels
-- input { [10.0f32, -10.0f32, 10.0f32] } output { 20.0f32 }

-- ==
-- entry: mixed
-- input { -3i8 40000u16 0.5f16 } output { -119999.75f64 }

-- ==
-- entry: hexadecimal
-- input {  } output { 12.0f64 0.25f32 2000.501f64 425i32 127u8 }

-- ==
-- entry: extremes
-- input {  }
-- output { 1.1920928955078125e-07f32 2.220446049250313e-16f64 -128i8 18446744073709551615u64 2.220446049250313e-16f64 }

entry halves (xs: []f32) : ([]f16, []f32, []u16) =
  let hs = map f16.f32 xs
  in (hs, map f32.f16 hs, map f16.to_bits hs)

entry half_steps (n: i64) : f16 = loop x = 1f16 for _i < n do x / 2 + 0.25

-- | Kahan's sum, and as a scan-free tree of pairs (sum, error).
entry kahan (xs: []f32) : f32 =
  (loop (s, c) = (0, 0) for x in xs do
     let y = x - c
     let t = s + y
     in (t, (t - s) - y)).0

def two_sum (a: f64) (b: f64) : (f64, f64) =
  let s = a + b
  let bb = s - a
  in (s, (a - (s - bb)) + (b - bb))

entry exact (xs: []f64) : f64 =
  let (s, e) = foldl (\(s, e) x -> let (t, d) = two_sum s x in (t, e + d)) (0, 0) xs
  in s + e

entry roundings (xs: []f64) : [4][]f64 = [map f64.floor xs, map f64.ceil xs, map f64.trunc xs, map f64.round xs]
entry integers (xs: []f64) : ([]i32, []u8, []i64) = (map i32.f64 xs, map (f64.abs >-> u8.f64) xs, map i64.f64 xs)

entry specials (x: f64) : [6]bool =
  let nan = x / x
  let inf = 1 / x
  in [f64.isnan nan, f64.isinf inf, nan == nan, -inf < inf, f64.isinf f64.highest, inf == f64.inf]

entry fields (x: f32) : (u32, i32, f32) =
  let u = f32.to_bits x
  let e = i32.u32 (u >> 23 & 0xff) - 127
  let m = f32.from_bits (u & 0x7fffff | 127 << 23)
  in (u >> 31, e, m)

-- | Newton's steps from the famous guess.
entry inverse_roots (xs: []f32) : []f32 =
  let guess x = f32.from_bits (0x5f3759df - (f32.to_bits x >> 1))
  in map (\x -> iterate 3 (\y -> y * (1.5 - 0.5 * x * y * y)) (guess x)) xs

entry functions (x: f64) : []f64 =
  [ f64.sqrt x, f64.cbrt x, f64.exp x, f64.log x, f64.log2 x, f64.log10 x, f64.log1p x, f64.sin x, f64.cos x, f64.tan x
  , f64.atan2 x 2, f64.sinh x, f64.tanh x, f64.gamma x, f64.lgamma x, f64.erf x, f64.hypot x 3, f64.fma x x 1, f64.recip x, f64.sgn (-x) ]

entry decibels (signal: []f32) : f32 =
  let power = f32.sum (map (** 2) signal) / f32.i64 (length signal)
  in 10 * f32.log10 power

entry mixed (a: i8) (b: u16) (c: f16) : f64 = f64.i8 a * f64.u16 b + f64.f16 c - f64.from_fraction 1 4

entry hexadecimal : (f64, f32, f64, i32, u8) = (0x1.8p3, 0x1p-2f32, 1e-3 + 2_000.5, 0b1010_1010 + 0xff, 0x7Fu8)

entry extremes : (f32, f64, i8, u64, f64) = (f32.epsilon, f64.epsilon, i8.lowest, u64.highest, f64.nextafter 1 2 - 1)
