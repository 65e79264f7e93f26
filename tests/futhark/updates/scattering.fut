-- Scatter in one and two dimensions and spread: places out of range are skipped, the destination is consumed or
-- copied, values may be tuples.
-- ==
-- entry: plain
-- input { [0, 1, 2, 3] [3i64, 0] [9, 8] } output { [8, 1, 2, 9] }
-- input { [0, 1, 2, 3] [-1i64, 4, 2] [9, 8, 7] } output { [0, 1, 7, 3] }
-- input { [0, 1] empty([0]i64) empty([0]i32) } output { [0, 1] }
-- input { empty([0]i32) [0i64] [1] } output { empty([0]i32) }
-- input { [5] [9223372036854775807i64, -9223372036854775808i64, 0i64] [1, 2, 3] } output { [3] }

-- ==
-- entry: two
-- input { [[0, 0], [0, 0]] [0i64, 1, 2, 1] [1i64, 0, 0, -1] [5, 6, 7, 8] } output { [[0, 5], [6, 0]] }
-- input { [[0, 0]] [0i64, 0] [0i64, 2] [5, 6] } output { [[5, 0]] }

-- ==
-- entry: fresh
-- input { 3i64 [2i64, 5, 0] [1, 2, 3] } output { [3, -1, 1] }
-- input { 0i64 [0i64] [1] } output { empty([0]i32) }

-- ==
-- entry: inverse
-- input { [2i64, 0, 1, 3] } output { [1i64, 2, 0, 3] [1i64, 2, 0, 3] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: pairs
-- input { [1i64, 0] [1i32, 2] [true, false] } output { [2i32, 1, 0] [false, true, false] }

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4], [5, 6]] [2i64, 7] [[9, 8], [0, 0]] } output { [[1, 2], [3, 4], [9, 8]] }

entry plain [n][k] (dest: *[n]i32) (places: [k]i64) (values: [k]i32) : [n]i32 =
  scatter dest places values

entry two [h][w][k] (dest: *[h][w]i32) (is: [k]i64) (js: [k]i64) (values: [k]i32) : [h][w]i32 =
  scatter_2d dest (zip is js) values

entry fresh [k] (n: i64) (places: [k]i64) (values: [k]i32) : [n]i32 = spread n (-1) places values

entry inverse [n] (permutation: [n]i64) : ([n]i64, [n]i64) =
  let by_scatter = scatter (copy permutation) permutation (iota n)
  let by_loop = loop out = replicate n 0 for i < n do out with [permutation[i]] = i
  in (by_scatter, by_loop)

entry pairs [k] (places: [k]i64) (xs: [k]i32) (flags: [k]bool) : ([3]i32, [3]bool) =
  unzip (scatter (replicate 3 (0, false)) places (zip xs flags))

entry rows [n][m][k] (a: *[n][m]i32) (places: [k]i64) (values: [k][m]i32) : [n][m]i32 =
  scatter a places values
