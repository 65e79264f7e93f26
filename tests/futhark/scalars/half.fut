-- 16-bit floats: arithmetic rounds to the nearest of few values.
-- ==
-- entry: arithmetic
-- input { 1.5f16 0.25f16 } output { 1.75f16 1.25f16 0.375f16 6f16 }
-- input { 2048f16 1f16 } output { 2048f16 2047f16 2048f16 2048f16 }

-- ==
-- entry: conversions
-- input { 0.1 70000 } output { 0.0999755859375f64 f16.inf 3i32 11878u16 }

-- ==
-- entry: sum
-- input { [1f16, 2, 3, 4] } output { 10f16 1f16 4f16 }
-- input { [0.5f16] } output { 0.5f16 0.5f16 0.5f16 }

-- ==
-- entry: functions
-- input { 2.25f16 } output { 1.5f16 3f16 2f16 true }

entry arithmetic (a: f16) (b: f16) = (a + b, a - b, a * b, a / b)
entry conversions (x: f64) (n: i32) = (f64.f16 (f16.f64 x), f16.i32 n, i32.f16 3.99f16, f16.to_bits (f16.f64 x))
entry sum (xs: []f16) = (f16.sum xs, f16.minimum xs, f16.maximum xs)
entry functions (x: f16) = (f16.sqrt x, f16.ceil x, f16.round x, f16.isnan (f16.inf - f16.inf))
