-- Sizes that do not agree when the program runs: coercions, unflattening, updates of slices and rows, sizes computed
-- from data, negative sizes.
-- ==
-- entry: coerced
-- input { [1i32, 2, 3] 3i64 } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 2i64 } error: 3.*2
-- input { empty([0]i32) 1i64 } error: 0.*1

-- ==
-- entry: zipped
-- input { [1i32, 2, 3, 4] [10i32, 20] } output { [12i32, 24] }
-- input { [1i32, 2, 3, 4] [10i32, 20, 30] } error: 2.*3

-- ==
-- entry: reshaped
-- input { [1i32, 2, 3, 4, 5, 6] 2i64 3i64 } output { [[1i32, 2, 3], [4, 5, 6]] }
-- input { [1i32, 2, 3, 4, 5, 6] 4i64 2i64 } error: 6.*8

-- ==
-- entry: slice_update
-- input { [1i32, 2, 3] [8i32, 9] 2i64 } output { [8i32, 9, 3] }
-- input { [1i32, 2, 3] [8i32, 9] 3i64 } error: 2.*3

-- ==
-- entry: row_update
-- input { [[1i32, 2], [3, 4]] [5i32, 6] } output { [[5i32, 6], [3, 4]] }
-- input { [[1i32, 2], [3, 4]] [5i32, 6, 7] } error: 3.*2

-- ==
-- entry: negative
-- input { 0i64 } output { empty([0]i64) }
-- input { 2i64 } output { [0i64, 1] }
-- input { -1i64 } error: -1

-- ==
-- entry: negative_replicate
-- input { 1i64 } output { [true] }
-- input { -3i64 } error: -3

-- ==
-- entry: irregular
-- input { 3i64 3i64 } output { [[0i64, 1, 2], [0, 1, 2]] }
-- input { 3i64 2i64 } error: 2.*3

entry coerced (xs: []i32) (n: i64) : [n]i32 = xs :> [n]i32

entry zipped [n][m] (xs: [n]i32) (ys: [m]i32) : [m]i32 =
  let even = xs |> filter (\x -> x % 2 == 0)
  in map2 (+) (even :> [m]i32) ys

entry reshaped (xs: []i32) (h: i64) (w: i64) : [h][w]i32 = unflatten (xs :> [h * w]i32)

entry slice_update [n][m] (xs: *[n]i32) (ys: [m]i32) (k: i64) : [n]i32 =
  xs with [0:k] = (ys :> [k]i32)

entry row_update [n][m][k] (a: *[n][m]i32) (row: [k]i32) : [n][m]i32 =
  a with [0] = (row :> [m]i32)

entry negative (n: i64) : []i64 = iota n

entry negative_replicate (n: i64) : []bool = replicate n true

entry irregular (n: i64) (m: i64) : [2][n]i64 = [iota n, iota m :> [n]i64]
