-- Infinities and NaN: how they arise, how they are recognised, and that they spread.
-- ==
-- entry: made
-- input { 0f64 } output { f64.nan f64.inf f64.nan -f64.inf }
-- input { 1f64 } output { 1f64 1f64 1f64 0f64 }

-- ==
-- entry: recognised
-- input { [1f64, f64.nan, f64.inf, -f64.inf] } output { [false, true, false, false] [false, false, true, true] }
-- input { empty([0]f64) } output { empty([0]bool) empty([0]bool) }

-- ==
-- entry: spread
-- input { [1f32, f32.nan, 2] } output { f32.nan true }
-- input { [1f32, f32.inf, 2] } output { f32.inf false }
-- input { [f32.inf, -f32.inf] } output { f32.nan true }

entry made (x: f64) : (f64, f64, f64, f64) = (x / x, 1 / x, (if x == 0 then f64.inf - f64.inf else x), f64.log x)
entry recognised [n] (xs: [n]f64) : ([n]bool, [n]bool) = (map f64.isnan xs, map f64.isinf xs)
entry spread (xs: []f32) : (f32, bool) = (f32.sum xs, f32.isnan (f32.sum xs))
