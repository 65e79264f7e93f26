-- Comparisons with NaN: only `!=` holds, also inside of tuples, records and arrays.
-- ==
-- entry: scalars
-- input { f64.nan 1f64 } output { false false false false false true }
-- input { 1f64 f64.nan } output { false false false false false true }
-- input { f64.nan f64.nan } output { false false false false false true }
-- input { 1f64 1f64 } output { false true false true true false }

-- ==
-- entry: structures
-- input { f32.nan } output { false false true }
-- input { 0f32 } output { true true false }

-- ==
-- entry: filtered
-- input { [1f32, f32.nan, -2, f32.nan] } output { [1f32, -2] 2i64 }
-- input { empty([0]f32) } output { empty([0]f32) 0i64 }

entry scalars (a: f64) (b: f64) : (bool, bool, bool, bool, bool, bool) =
  (a < b, a <= b, a > b, a >= b, a == b, a != b)
entry structures (x: f32) : (bool, bool, bool) =
  ((x, 1i32) == (x, 1i32), {a = x} == {a = x}, (1i32, (x, x)) != (1i32, (x, x)))
entry filtered (xs: []f32) : ([]f32, i64) =
  (filter (\x -> x == x) xs, i64.sum (map (\x -> i64.bool (f32.isnan x)) xs))
