-- Combining with operators of all kinds: on rows, on tuples, capturing values, giving one of their arguments.

-- ==
-- entry: sums_of_rows
-- input { [1i32, 2] [0i64, 1, 0] } output { [[3i32, 5], [2, 3]] }
-- input { [1i32, 2] empty([0]i64) } output { [[1i32, 1], [1, 1]] }

-- ==
-- entry: greater_rows
-- input { [[1i32, 2], [9, 0], [3, 3]] [0i64, 0, 1] } output { [[9i32, 0], [3, 3]] }

-- ==
-- entry: weighted
-- input { [10i32, 20] [0i64, 1, 0] } output { [21i32, 21] }

-- ==
-- entry: nearest
-- input { [3f64, -1.5, 8.0] [0i64, 0, 1] } output { [-1.5f64, 8.0] [1i64, 2] }

-- ==
-- entry: words
-- input { [1u8, 3, 8] } output { [11u8] }

entry sums_of_rows [m] (v: [m]i32) (is: []i64) : [2][m]i32 =
  let ones = replicate 2 (map (const 1) v)
  in intrinsics.hist_stream ones (map2 (+)) (map (const 0) v) (\acc i -> intrinsics.acc_write acc i v) is

entry greater_rows [n] [m] (vs: [n][m]i32) (is: [n]i64) : [2][m]i32 =
  let none = replicate m 0
  let greater (x: [m]i32) (y: [m]i32) = if i32.sum x >= i32.sum y then x else y
  in intrinsics.hist_stream (replicate 2 none) greater none (\acc (i, v) -> intrinsics.acc_write acc i v) (zip is vs)

-- The operator reads an array that is bound outside.
entry weighted (t: []i32) (is: []i64) : []i32 =
  intrinsics.hist_stream [1, 1] (\a b -> a + b * t[0]) 0 (\acc i -> intrinsics.acc_write acc i (i32.i64 i + 1)) is

entry nearest [n] (xs: [n]f64) (is: [n]i64) : ([2]f64, [2]i64) =
  let nearer (x, i) (y, j) = if f64.abs x < f64.abs y || f64.abs x == f64.abs y && i < j then (x, i) else (y, j)
  let far = (f64.inf, i64.highest)
  let visit (acc: *intrinsics.acc ([2](f64, i64))) (k: i64) = intrinsics.acc_write acc is[k] (xs[k], k)
  in unzip (intrinsics.hist_stream (replicate 2 far) nearer far visit (iota n))

entry words (xs: []u8) : [1]u8 = intrinsics.hist_stream [0u8] (|) 0 (\acc x -> intrinsics.acc_write acc 0 x) xs
