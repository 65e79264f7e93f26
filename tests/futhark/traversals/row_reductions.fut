-- Reductions and scans whose elements are whole rows, and operators made of maps.
-- ==
-- entry: columns
-- input { [[1, 2, 3], [4, 5, 6]] } output { [5, 7, 9] [5, 7, 9] [4, 5, 6] }
-- input { [[1, 2, 3]] } output { [1, 2, 3] [1, 2, 3] [1, 2, 3] }
-- input { empty([0][3]i32) } output { [0, 0, 0] [0, 0, 0] [-2147483648, -2147483648, -2147483648] }

-- ==
-- entry: running
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [4, 6], [9, 12]] [[1, 3], [3, 7], [5, 11]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([0][2]i32) }

-- ==
-- entry: chain
-- input { [[[1, 1], [1, 0]], [[1, 1], [1, 0]], [[1, 1], [1, 0]], [[1, 1], [1, 0]]] } output { [[5, 3], [3, 2]] }
-- input { [[[0, 1], [1, 0]], [[2, 3], [4, 5]]] } output { [[4, 5], [2, 3]] }
-- input { empty([0][2][2]i32) } output { [[1, 0], [0, 1]] }

-- ==
-- entry: weighted
-- input { [[1.0, 2.0], [3.0, 6.0]] [1.0, 3.0] } output { [2.5, 5.0] 4.0 }

-- ==
-- entry: prefix_table
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [5, 12, 21]] }
-- input { [[5]] } output { [[5]] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }

entry columns [n] [m] (xss: [n][m]i32) =
  (reduce (map2 (+)) (replicate m 0) xss,
   map i32.sum (transpose xss),
   reduce_comm (\a b -> map2 i32.max a b) (replicate m i32.lowest) xss)

entry running [n] [m] (xss: [n][m]i32) =
  (scan (map2 (+)) (replicate m 0) xss, map (scan (+) 0) xss)

def multiply [n] (a: [n][n]i32) (b: [n][n]i32) : [n][n]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) (transpose b)) a

def identity (n: i64) = tabulate_2d n n (\i j -> i32.bool (i == j))

entry chain [n] [m] (ms: [n][m][m]i32) : [m][m]i32 = reduce multiply (identity m) ms

entry weighted [n] [m] (xss: [n][m]f64) (ws: [n]f64) =
  let join (xs, w) (ys, v) = (map2 (+) xs ys, w + v)
  let (sums, weight) = reduce join (replicate m 0, 0) (map2 (\xs w -> (map (* w) xs, w)) xss ws)
  in (map (/ weight) sums, weight)

entry prefix_table [n] [m] (xss: [n][m]i32) =
  xss |> map (scan (+) 0) |> transpose |> map (scan (+) 0) |> transpose
