-- The module f16: every function, with signed zeros, infinities and NaN.
-- ==
-- entry: arithmetic
-- input { [1.5f16, -7.5f16, 7.5f16, 1.0f16, -1.0f16, 0.0f16, 60000.0f16, 60000.0f16, 5.960464477539063e-08f16, f16.inf, f16.inf, 2.0f16, f16.nan, 1.0f16, 3.0f16] [2.25f16, 2.0f16, -2.0f16, 0.0f16, 0.0f16, 0.0f16, 2.0f16, -60000.0f16, 0.5f16, -f16.inf, 2.0f16, f16.inf, 1.0f16, f16.nan, 3.0f16] }
-- output {
--   [3.75f16, -5.5f16, 5.5f16, 1.0f16, -1.0f16, 0.0f16, 60000.0f16, 0.0f16, 0.5f16, f16.nan, f16.inf, f16.inf, f16.nan, f16.nan, 6.0f16]
--   [-0.75f16, -9.5f16, 9.5f16, 1.0f16, -1.0f16, 0.0f16, 60000.0f16, f16.inf, -0.5f16, f16.inf, f16.inf, -f16.inf, f16.nan, f16.nan, 0.0f16]
--   [3.375f16, -15.0f16, -15.0f16, 0.0f16, -0.0f16, 0.0f16, f16.inf, -f16.inf, 0.0f16, -f16.inf, f16.inf, f16.inf, f16.nan, f16.nan, 9.0f16]
--   [0.66650390625f16, -3.75f16, -3.75f16, f16.inf, -f16.inf, f16.nan, 30000.0f16, -1.0f16, 1.1920928955078125e-07f16, f16.nan, f16.inf, 0.0f16, f16.nan, f16.nan, 1.0f16] }
-- input { empty([0]f16) empty([0]f16) }
-- output { empty([0]f16) empty([0]f16) empty([0]f16) empty([0]f16) }

-- ==
-- entry: remainder
-- input { [7.5f16, -7.5f16, 7.5f16, -7.5f16, 1.0f16, 0.25f16, -0.25f16, f16.nan] [2.0f16, 2.0f16, -2.0f16, -2.0f16, 0.0f16, 1.0f16, 1.0f16, 1.0f16] }
-- output { [1.5f16, -1.5f16, 1.5f16, -1.5f16, f16.nan, 0.25f16, -0.25f16, f16.nan] }

-- ==
-- entry: powers
-- input { [2.0f16, 2.0f16, -2.0f16, -8.0f16, 0.0f16, 4.0f16, f16.inf, 0.0f16, 0.5f16, 1.0f16] [10.0f16, -1.0f16, 3.0f16, 0.5f16, 0.0f16, 0.5f16, 0.0f16, -1.0f16, f16.inf, f16.nan] }
-- output { [1024.0f16, 0.5f16, -8.0f16, f16.nan, 1.0f16, 2.0f16, 1.0f16, f16.inf, 0.0f16, 1.0f16] }

-- ==
-- entry: comparisons
-- input { [1.5f16, -7.5f16, 7.5f16, 1.0f16, -1.0f16, 0.0f16, 60000.0f16, 60000.0f16, 5.960464477539063e-08f16, f16.inf, f16.inf, 2.0f16, f16.nan, 1.0f16, 3.0f16] [2.25f16, 2.0f16, -2.0f16, 0.0f16, 0.0f16, 0.0f16, 2.0f16, -60000.0f16, 0.5f16, -f16.inf, 2.0f16, f16.inf, 1.0f16, f16.nan, 3.0f16] }
-- output { [false, false, false, false, false, true, false, false, false, false, false, false, false, false, true]
--   [true, true, true, true, true, false, true, true, true, true, true, true, true, true, false]
--   [true, true, false, false, true, false, false, false, true, false, false, true, false, false, false]
--   [true, true, false, false, true, true, false, false, true, false, false, true, false, false, true]
--   [false, false, true, true, false, false, true, true, false, true, true, false, false, false, false]
--   [false, false, true, true, false, true, true, true, false, true, true, false, false, false, true] }

-- ==
-- entry: extremes
-- input { [1.5f16, -7.5f16, 7.5f16, 1.0f16, -1.0f16, 0.0f16, 60000.0f16, 60000.0f16, 5.960464477539063e-08f16, f16.inf, f16.inf, 2.0f16, f16.nan, 1.0f16, 3.0f16] [2.25f16, 2.0f16, -2.0f16, 0.0f16, 0.0f16, 0.0f16, 2.0f16, -60000.0f16, 0.5f16, -f16.inf, 2.0f16, f16.inf, 1.0f16, f16.nan, 3.0f16] }
-- output {
--   [1.5f16, -7.5f16, -2.0f16, 0.0f16, -1.0f16, 0.0f16, 2.0f16, -60000.0f16, 5.960464477539063e-08f16, -f16.inf, 2.0f16, 2.0f16, 1.0f16, 1.0f16, 3.0f16]
--   [2.25f16, 2.0f16, 7.5f16, 1.0f16, 0.0f16, 0.0f16, 60000.0f16, 60000.0f16, 0.5f16, f16.inf, f16.inf, f16.inf, 1.0f16, 1.0f16, 3.0f16] }

-- ==
-- entry: planar
-- input { [1.0f16, 1.0f16, -1.0f16, 0.0f16, 0.0f16, -0.0f16, 3.0f16, f16.inf, f16.inf] [1.0f16, -1.0f16, -1.0f16, -1.0f16, 1.0f16, -1.0f16, 4.0f16, f16.inf, 1.0f16] }
-- output {
--   [0.78515625f16, 2.35546875f16, -2.35546875f16, 3.140625f16, 0.0f16, -3.140625f16, 0.6435546875f16, 0.78515625f16, 1.5703125f16]
--   [0.25f16, 0.75f16, -0.75f16, 1.0f16, 0.0f16, -1.0f16, 0.204833984375f16, 0.25f16, 0.5f16]
--   [1.4140625f16, 1.4140625f16, 1.4140625f16, 1.0f16, 1.0f16, 1.0f16, 5.0f16, f16.inf, f16.inf]
--   [1.0f16, -1.0f16, -1.0f16, -0.0f16, 0.0f16, -0.0f16, 3.0f16, f16.inf, f16.inf] }

-- ==
-- entry: singles
-- input { [0.0f16, -0.0f16, 0.5f16, -0.5f16, 1.5f16, 2.5f16, -2.5f16, -3.75f16, 60000.0f16, 5.960464477539063e-08f16, f16.inf, -f16.inf, f16.nan] }
-- output {
--   [-0.0f16, 0.0f16, -0.5f16, 0.5f16, -1.5f16, -2.5f16, 2.5f16, 3.75f16, -60000.0f16, -5.960464477539063e-08f16, -f16.inf, f16.inf, f16.nan]
--   [0.0f16, 0.0f16, 0.5f16, 0.5f16, 1.5f16, 2.5f16, 2.5f16, 3.75f16, 60000.0f16, 5.960464477539063e-08f16, f16.inf, f16.inf, f16.nan]
--   [0.0f16, 0.0f16, 1.0f16, -1.0f16, 1.0f16, 1.0f16, -1.0f16, -1.0f16, 1.0f16, 1.0f16, 1.0f16, -1.0f16, f16.nan]
--   [0.0f16, -0.0f16, 0.0f16, -1.0f16, 1.0f16, 2.0f16, -3.0f16, -4.0f16, 60000.0f16, 0.0f16, f16.inf, -f16.inf, f16.nan]
--   [0.0f16, -0.0f16, 1.0f16, -0.0f16, 2.0f16, 3.0f16, -2.0f16, -3.0f16, 60000.0f16, 1.0f16, f16.inf, -f16.inf, f16.nan]
--   [0.0f16, -0.0f16, 0.0f16, -0.0f16, 1.0f16, 2.0f16, -2.0f16, -3.0f16, 60000.0f16, 0.0f16, f16.inf, -f16.inf, f16.nan]
--   [0.0f16, -0.0f16, 0.0f16, -0.0f16, 2.0f16, 2.0f16, -2.0f16, -4.0f16, 60000.0f16, 0.0f16, f16.inf, -f16.inf, f16.nan]
--   [f16.inf, -f16.inf, 2.0f16, -2.0f16, 0.66650390625f16, 0.39990234375f16, -0.39990234375f16, -0.2666015625f16, 1.6689300537109375e-05f16, f16.inf, 0.0f16, -0.0f16, f16.nan]
--   [false, false, false, false, false, false, false, false, false, false, false, false, true]
--   [false, false, false, false, false, false, false, false, false, false, true, true, false]
--   [0.0f64, -0.0f64, 0.5f64, -0.5f64, 1.5f64, 2.5f64, -2.5f64, -3.75f64, 60000.0f64, 5.960464477539063e-08f64, f64.inf, -f64.inf, f64.nan]
--   [0i64, 0i64, 0i64, 0i64, 1i64, 2i64, -2i64, -3i64, 60000i64, 0i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: roots
-- input { [0.0f16, 1.0f16, 2.0f16, 8.0f16, 0.25f16, 10.0f16, f16.inf, f16.nan, -1.0f16] }
-- output { [0.0f16, 1.0f16, 1.4140625f16, 2.828125f16, 0.5f16, 3.162109375f16, f16.inf, f16.nan, f16.nan]
--   [f16.inf, 1.0f16, 0.70703125f16, 0.353515625f16, 2.0f16, 0.316162109375f16, 0.0f16, f16.nan, f16.nan]
--   [0.0f16, 1.0f16, 1.259765625f16, 2.0f16, 0.6298828125f16, 2.154296875f16, f16.inf, f16.nan, -1.0f16] }

-- ==
-- entry: exponentials
-- input { [0.0f16, 1.0f16, 2.0f16, 8.0f16, 0.25f16, 10.0f16, f16.inf, f16.nan, -1.0f16, -0.5f16] }
-- output {
--   [1.0f16, 2.71875f16, 7.390625f16, 2980.0f16, 1.2841796875f16, 22032.0f16, f16.inf, f16.nan, 0.367919921875f16, 0.6064453125f16]
--   [-f16.inf, 0.0f16, 0.693359375f16, 2.080078125f16, -1.38671875f16, 2.302734375f16, f16.inf, f16.nan, f16.nan, f16.nan]
--   [-f16.inf, 0.0f16, 1.0f16, 3.0f16, -2.0f16, 3.322265625f16, f16.inf, f16.nan, f16.nan, f16.nan]
--   [-f16.inf, 0.0f16, 0.301025390625f16, 0.9033203125f16, -0.60205078125f16, 1.0f16, f16.inf, f16.nan, f16.nan, f16.nan]
--   [0.0f16, 0.693359375f16, 1.0986328125f16, 2.197265625f16, 0.22314453125f16, 2.3984375f16, f16.inf, f16.nan, -f16.inf, -0.693359375f16] }

-- ==
-- entry: angles
-- input { [0.0f16, 0.5f16, -0.75f16, 1.0f16, -1.0f16, 0.25f16, f16.nan] }
-- output {
--   [0.0f16, 0.4794921875f16, -0.681640625f16, 0.84130859375f16, -0.84130859375f16, 0.2474365234375f16, f16.nan]
--   [1.0f16, 0.87744140625f16, 0.7314453125f16, 0.54052734375f16, 0.54052734375f16, 0.96875f16, f16.nan]
--   [0.0f16, 0.54638671875f16, -0.931640625f16, 1.5576171875f16, -1.5576171875f16, 0.25537109375f16, f16.nan]
--   [0.0f16, 0.5234375f16, -0.84814453125f16, 1.5703125f16, -1.5703125f16, 0.252685546875f16, f16.nan]
--   [1.5703125f16, 1.046875f16, 2.41796875f16, 0.0f16, 3.140625f16, 1.318359375f16, f16.nan]
--   [0.0f16, 0.463623046875f16, -0.6435546875f16, 0.78515625f16, -0.78515625f16, 0.2449951171875f16, f16.nan]
--   [0.0f16, 0.52099609375f16, -0.822265625f16, 1.1748046875f16, -1.1748046875f16, 0.252685546875f16, f16.nan]
--   [1.0f16, 1.1279296875f16, 1.294921875f16, 1.54296875f16, 1.54296875f16, 1.03125f16, f16.nan]
--   [0.0f16, 0.462158203125f16, -0.63525390625f16, 0.76171875f16, -0.76171875f16, 0.244873046875f16, f16.nan]
--   [0.0f16, 0.481201171875f16, -0.693359375f16, 0.88134765625f16, -0.88134765625f16, 0.2474365234375f16, f16.nan] }

-- ==
-- entry: beyond_angles
-- input { [2.0f16, f16.inf, 1.0f16] }
-- output { [f16.nan, f16.nan, 1.5703125f16] [f16.nan, f16.nan, 0.0f16] [0.9091796875f16, f16.nan, 0.84130859375f16]
--   [-0.416259765625f16, f16.nan, 0.54052734375f16] [0.9638671875f16, 1.0f16, 0.76171875f16]
--   [1.3173828125f16, f16.inf, 0.0f16] }

-- ==
-- entry: inverse_hyperbolic
-- input { [0.0f16, 0.5f16, -0.75f16, 1.0f16, -1.0f16, 0.25f16, f16.nan] }
-- output { [0.0f16, 0.54931640625f16, -0.97314453125f16, f16.inf, -f16.inf, 0.25537109375f16, f16.nan] }

-- ==
-- entry: half_turns
-- input { [0.0f16, 0.5f16, 1.0f16, -0.5f16, 0.25f16, 0.75f16, 1.5f16, 2.0f16] }
-- output { [0.0f16, 1.0f16, 0.0f16, -1.0f16, 0.70703125f16, 0.70703125f16, -1.0f16, 0.0f16]
--   [1.0f16, 0.0f16, -1.0f16, 0.0f16, 0.70703125f16, -0.70703125f16, 0.0f16, 1.0f16] }

-- ==
-- entry: tangents
-- input { [0.0f16, 0.25f16, -0.25f16, 0.75f16, 0.125f16] }
-- output { [0.0f16, 1.0f16, -1.0f16, -1.0f16, 0.414306640625f16] }

-- ==
-- entry: to_half_turns
-- input { [0.0f16, 1.0f16, -1.0f16, 0.5f16] }
-- output { [0.0f16, 0.5f16, -0.5f16, 0.1666259765625f16] [0.5f16, 0.0f16, 1.0f16, 0.333251953125f16]
--   [0.0f16, 0.25f16, -0.25f16, 0.1475830078125f16] }

-- ==
-- entry: special
-- input { [0.5f16, 1.0f16, 2.0f16, 3.5f16, 5.0f16, 0.25f16] }
-- output { [1.7724609375f16, 1.0f16, 1.0f16, 3.32421875f16, 24.0f16, 3.625f16]
--   [0.572265625f16, 0.0f16, 0.0f16, 1.201171875f16, 3.177734375f16, 1.2880859375f16]
--   [0.5205078125f16, 0.8427734375f16, 0.9951171875f16, 1.0f16, 1.0f16, 0.2763671875f16]
--   [0.4794921875f16, 0.1573486328125f16, 0.00467681884765625f16, 7.152557373046875e-07f16, 0.0f16, 0.7236328125f16] }

-- ==
-- entry: constants
-- input {  }
-- output { f16.inf -f16.inf f16.inf true 3.140625f16 2.71875f16 0.0009765625f16 16i32 }

-- ==
-- entry: ldexp
-- input { [0.75f16, 5.0f16, 1.5f16, 3.0f16, 5.960464477539063e-08f16, 5.960464477539063e-08f16, 1.0f16, 0.0f16, f16.inf, f16.nan, -1.0f16, -1.0f16, 60000.0f16, 1.0009765625f16] [3i32, -1i32, -25i32, -24i32, 24i32, 72i32, -72i32, 5000i32, -3i32, 1i32, 2147483647i32, -2147483648i32, -5i32, -23i32] }
-- output {
--   [6.0f16, 2.5f16, 5.960464477539063e-08f16, 1.7881393432617188e-07f16, 1.0f16, f16.inf, 0.0f16, 0.0f16, f16.inf, f16.nan, -f16.inf, -0.0f16, 1875.0f16, 1.1920928955078125e-07f16] }

-- ==
-- entry: representation
-- input { [0.0f16, -0.0f16, 1.0f16, -2.5f16, 5.960464477539063e-08f16, f16.inf, -f16.inf, 0.0999755859375f16] }
-- output { [0u16, 32768u16, 15360u16, 49408u16, 1u16, 31744u16, 64512u16, 11878u16]
--   [0.0f16, -0.0f16, 1.0f16, -2.5f16, 5.960464477539063e-08f16, f16.inf, -f16.inf, 0.0999755859375f16]
--   [0i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32] [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32]
--   [-0.0f16, -0.0f16, -1.0f16, -2.5f16, -5.960464477539063e-08f16, -f16.inf, -f16.inf, -0.0999755859375f16]
--   [0.0f16, 0.0f16, 1.0f16, 2.5f16, 5.960464477539063e-08f16, f16.inf, f16.inf, 0.0999755859375f16] }

-- ==
-- entry: neighbours
-- input { [1.0f16, 1.0f16, 1.0f16, 0.0f16, 0.0f16, 5.960464477539063e-08f16, -1.0f16] [2.0f16, 0.0f16, 1.0f16, 1.0f16, -1.0f16, 0.0f16, 0.0f16] }
-- output { [15361u16, 15359u16, 15360u16, 1u16, 32769u16, 0u16, 48127u16] }

-- ==
-- entry: combined
-- input { 3.0f16 4.0f16 }
-- output { 3.25f16 4.0f16 3.0f16 0.75f16 14.0f16 14.0f16 }
-- input { -1.0f16 2.0f16 }
-- output { -0.25f16 2.0f16 -1.0f16 0.75f16 0.0f16 0.0f16 }

-- ==
-- entry: fused
-- input { 1.0009765625f16 0.9990234375f16 }
-- output { -9.5367431640625e-07f16 }

-- ==
-- entry: folds
-- input { [1.5f16, -2.0f16, 4.0f16, 0.25f16] }
-- output { 3.75f16 -3.0f16 4.0f16 -2.0f16 }
-- input { empty([0]f16) }
-- output { 0.0f16 1.0f16 -f16.inf f16.inf }

entry arithmetic [n] (xs: [n]f16) (ys: [n]f16) =
  (map2 (f16.+) xs ys,
   map2 (f16.-) xs ys,
   map2 (f16.*) xs ys,
   map2 (f16./) xs ys)

entry remainder [n] (xs: [n]f16) (ys: [n]f16) = map2 (f16.%) xs ys

entry powers [n] (xs: [n]f16) (ys: [n]f16) = map2 (f16.**) xs ys

entry comparisons [n] (xs: [n]f16) (ys: [n]f16) =
  (map2 (f16.==) xs ys,
   map2 (f16.!=) xs ys,
   map2 (f16.<) xs ys,
   map2 (f16.<=) xs ys,
   map2 (f16.>) xs ys,
   map2 (f16.>=) xs ys)

entry extremes [n] (xs: [n]f16) (ys: [n]f16) = (map2 f16.min xs ys, map2 f16.max xs ys)

entry planar [n] (xs: [n]f16) (ys: [n]f16) =
  (map2 f16.atan2 xs ys,
   map2 f16.atan2pi xs ys,
   map2 f16.hypot xs ys,
   map2 f16.copysign xs ys)

entry singles (xs: []f16) =
  (map f16.neg xs,
   map f16.abs xs,
   map f16.sgn xs,
   map f16.floor xs,
   map f16.ceil xs,
   map f16.trunc xs,
   map f16.round xs,
   map f16.recip xs,
   map f16.isnan xs,
   map f16.isinf xs,
   map f16.to_f64 xs,
   map f16.to_i64 xs)

entry roots (xs: []f16) =
  (map f16.sqrt xs,
   map f16.rsqrt xs,
   map f16.cbrt xs)

entry exponentials (xs: []f16) =
  (map f16.exp xs,
   map f16.log xs,
   map f16.log2 xs,
   map f16.log10 xs,
   map f16.log1p xs)

entry angles (xs: []f16) =
  (map f16.sin xs,
   map f16.cos xs,
   map f16.tan xs,
   map f16.asin xs,
   map f16.acos xs,
   map f16.atan xs,
   map f16.sinh xs,
   map f16.cosh xs,
   map f16.tanh xs,
   map f16.asinh xs)

entry beyond_angles (xs: []f16) =
  (map f16.asin xs,
   map f16.acos xs,
   map f16.sin xs,
   map f16.cos xs,
   map f16.tanh xs,
   map f16.acosh xs)

entry inverse_hyperbolic (xs: []f16) =
  (map f16.atanh xs)

entry half_turns (xs: []f16) =
  (map f16.sinpi xs,
   map f16.cospi xs)

entry tangents (xs: []f16) =
  (map f16.tanpi xs)

entry to_half_turns (xs: []f16) =
  (map f16.asinpi xs,
   map f16.acospi xs,
   map f16.atanpi xs)

entry special (xs: []f16) =
  (map f16.gamma xs,
   map f16.lgamma xs,
   map f16.erf xs,
   map f16.erfc xs)

entry constants =
  (f16.highest, f16.lowest, f16.inf, f16.isnan f16.nan, f16.pi, f16.e, f16.epsilon, f16.num_bits)

entry ldexp [n] (xs: [n]f16) (ns: [n]i32) = map2 f16.ldexp xs ns

entry representation (xs: []f16) =
  (map f16.to_bits xs, map (\x -> f16.from_bits (f16.to_bits x)) xs, map (f16.get_bit 15) xs,
   map (f16.get_bit 9) xs, map (\x -> f16.set_bit 15 x 1) xs, map (\x -> f16.set_bit 15 x 0) xs)

entry neighbours [n] (xs: [n]f16) (ys: [n]f16) = map2 (\x y -> f16.to_bits (f16.nextafter x y)) xs ys

entry combined (x: f16) (y: f16) =
  (f16.lerp x y 0.25, f16.lerp x y 7, f16.lerp x y (-7), f16.from_fraction 3 4, f16.mad x y 2, f16.fma x y 2)

-- Rounded once: the product alone rounds to 1.
entry fused (x: f16) (y: f16) = f16.fma x y (-1)

entry folds (xs: []f16) = (f16.sum xs, f16.product xs, f16.maximum xs, f16.minimum xs)
