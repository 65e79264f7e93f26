-- Rounding, roots, exponentials and the special values of floats.
-- ==
-- entry: rounding
-- input { 2.5 } output { 2.0 3.0 2.0 2.0 }
-- input { 3.5 } output { 3.0 4.0 3.0 4.0 }
-- input { -2.5 } output { -3.0 -2.0 -2.0 -2.0 }
-- input { -0.4 } output { -1.0 -0.0 -0.0 -0.0 }
-- input { 7.0 } output { 7.0 7.0 7.0 7.0 }
-- input { f64.inf } output { f64.inf f64.inf f64.inf f64.inf }

-- ==
-- entry: rounding32
-- input { [0.5f32, 1.5, -0.5, -1.5, 2.49] } output { [0f32, 2, 0, -2, 2] [0f32, 1, 0, -1, 2] }
-- input { empty([0]f32) } output { empty([0]f32) empty([0]f32) }

-- ==
-- entry: roots
-- input { 64.0 } output { 8.0 4.0 0.125 0.015625 }
-- input { 1.0 } output { 1.0 1.0 1.0 1.0 }

-- ==
-- entry: exponentials
-- input { 8.0 } output { 3.0 0.9030899869919435 2.0794415416798357 2.1972245773362196 2980.9579870417283 }
-- input { 1.0 } output { 0.0 0.0 0.0 0.6931471805599453 2.718281828459045 }

-- ==
-- entry: special
-- input { } output { true true true false true true false true }

-- ==
-- entry: extremes
-- input { 1.5 -2.0 } output { -2.0 1.5 1.5 2.0 1.0 -1.0 -1.5 }
-- input { 0.0 0.0 } output { 0.0 0.0 0.0 0.0 0.0 0.0 0.0 }

-- ==
-- entry: statistics
-- input { [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] } output { 5.0 2.0 2.0 9.0 }
-- input { [3.0] } output { 3.0 0.0 3.0 3.0 }

-- ==
-- entry: combined
-- input { 3.0f32 4.0f32 } output { 5f32 3.25f32 0.75f32 14f32 14f32 0.25f32 }

entry rounding (x: f64) = (f64.floor x, f64.ceil x, f64.trunc x, f64.round x)
entry rounding32 (xs: []f32) = (map f32.round xs, map f32.trunc xs)
entry roots (x: f64) = (f64.sqrt x, f64.cbrt x, f64.rsqrt x, f64.recip x)
entry exponentials (x: f64) = (f64.log2 x, f64.log10 x, f64.log x, f64.log1p x, f64.exp x)

entry special =
  (f64.isnan f64.nan, f64.isinf f64.inf, f64.isinf (-f64.inf), f64.nan == f64.nan, f64.nan != f64.nan,
   1 / f32.inf == 0, f32.isnan (f32.inf - 1), f64.sqrt (-1) |> f64.isnan)

entry extremes (a: f64) (b: f64) =
  (f64.min a b, f64.max a b, f64.abs a, f64.abs b, f64.sgn a, f64.sgn b, f64.neg a)

entry statistics [n] (xs: [n]f64) =
  let mean = f64.sum xs / f64.i64 n
  let variance = f64.sum (map (\x -> (x - mean) ** 2) xs) / f64.i64 n
  in (mean, f64.sqrt variance, f64.minimum xs, f64.maximum xs)

entry combined (a: f32) (b: f32) =
  (f32.hypot a b, f32.lerp a b 0.25, f32.from_fraction 3 4, f32.mad a b 2, f32.fma a b 2, f32.recip b)
