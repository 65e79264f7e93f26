-- Indices inside of each other, of cubes, and of arrays of tuples.
-- ==
-- entry: through
-- input { [1i64, 0] 0i64 } output { 0i64 }
-- input { [5i64, 0] 0i64 } error: Index \[5\] out of bounds for array of shape \[2\]
-- input { [5i64, 0] 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]

-- ==
-- entry: cube
-- input { 1i64 1i64 1i64 } output { 7i64 }
-- input { 1i64 2i64 1i64 } error: Index \[1, 2, 1\] out of bounds for array of shape \[2\]\[2\]\[2\]
-- input { 0i64 0i64 -1i64 } error: Index \[0, 0, -1\] out of bounds for array of shape \[2\]\[2\]\[2\]

-- ==
-- entry: tuples
-- input { [1i32, 2] 1i64 } output { 2i32 false }
-- input { [1i32, 2] 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]

entry through (xs: []i64) (i: i64) : i64 = xs[xs[i]]
entry cube (i: i64) (j: i64) (k: i64) : i64 =
  let a = tabulate_3d 2 2 2 (\p q r -> 4 * p + 2 * q + r)
  in a[i, j, k]
entry tuples (xs: []i32) (i: i64) : (i32, bool) = (zip xs (map (< 2) xs))[i]
