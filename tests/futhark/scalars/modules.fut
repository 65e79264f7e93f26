-- The number modules: opened locally, their operators as functions, their constants and their folds.
-- ==
-- entry: opened
-- input { 3.0 4.0 } output { 5.0 25.0 12.566370614359172 }
-- input { 0.0 0.0 } output { 0.0 0.0 0.0 }

-- ==
-- entry: operators
-- input { 17 5 } output { 22 12 85 3 2 2 21 20 true false }
-- input { -17 5 } output { -12 -22 -85 -4 3 -2 -17 -22 false false }

-- ==
-- entry: extremes
-- input { } output { 127i8 -128i8 255u8 0u8 32767i16 -32768i16 65535u16 2147483647 -2147483648 4294967295u32 }

-- ==
-- entry: long_extremes
-- input { } output { 9223372036854775807i64 -9223372036854775808i64 18446744073709551615u64 f64.inf -f64.inf f32.inf }

-- ==
-- entry: folds
-- input { [3u8, 200u8, 100u8] } output { 47u8 96u8 3u8 200u8 }
-- input { empty([0]u8) } output { 0u8 1u8 255u8 0u8 }

-- ==
-- entry: float_folds
-- input { [0.5f32, -2.0, 4.0] } output { 2.5f32 -4f32 -2f32 4f32 }
-- input { empty([0]f32) } output { 0f32 1f32 f32.inf -f32.inf }

-- ==
-- entry: signs
-- input { -7 7u8 } output { 7 -1 7 7u8 1u8 249u8 }
-- input { 0 0u8 } output { 0 0 0 0u8 0u8 0u8 }

-- ==
-- entry: widths
-- input { } output { 8 16 32 64 8 16 32 64 16 32 64 }

-- ==
-- entry: truth
-- input { true false } output { 1 0 true false }
-- input { false false } output { 0 0 false false }

entry opened (x: f64) (y: f64) =
  (f64.(sqrt (x * x + y * y)), f64.(x ** 2 + y ** 2), f64.(pi * max x y))

entry operators (a: i32) (b: i32) =
  (a i32.+ b, (i32.-) a b, i32.((*) a b), a i32./ b, a i32.% b, i32.(a %% b), (i32.|) a b, a i32.^ b,
   a i32.> b, (i32.==) a b)

entry extremes =
  (i8.highest, i8.lowest, u8.highest, u8.lowest, i16.highest, i16.lowest, u16.highest, i32.highest, i32.lowest,
   u32.highest)

entry long_extremes = (i64.highest, i64.lowest, u64.highest, f64.highest, f64.lowest, f32.highest)
entry folds (xs: []u8) = (u8.sum xs, u8.product xs, u8.minimum xs, u8.maximum xs)
entry float_folds (xs: []f32) = (f32.sum xs, f32.product xs, f32.minimum xs, f32.maximum xs)

entry signs (a: i32) (b: u8) =
  (i32.abs a, i32.sgn a, i32.neg a |> i32.max a, u8.abs b, u8.sgn b, u8.neg b)

entry widths =
  (i8.num_bits, i16.num_bits, i32.num_bits, i64.num_bits, u8.num_bits, u16.num_bits, u32.num_bits, u64.num_bits,
   f16.num_bits, f32.num_bits, f64.num_bits)

entry truth (a: bool) (b: bool) = (i32.bool a, i32.bool b, bool.i32 (i32.bool a * 5), bool.f64 (f64.bool b))
