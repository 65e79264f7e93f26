-- Scans and reductions whose elements are arrays, and scans of every row and every column.
-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [[1i32, 2], [4, 6], [9, 12]] [9i32, 12] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) [0i32, 0] }

-- ==
-- entry: each_row
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { [[1i32, 3, 6], [4, 9, 15]] [[1i32, 2, 3], [5, 7, 9]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([0][3]i32) }

-- ==
-- entry: table
-- input { [[1i32, 1], [1, 1]] } output { [[1i32, 2], [2, 4]] }

entry rows [n] (a: [n][2]i32) : ([n][2]i32, [2]i32) =
  (scan (map2 (+)) [0, 0] a, reduce (map2 (+)) (replicate 2 0) a)
entry each_row [n] [m] (a: [n][m]i32) : ([n][m]i32, [n][m]i32) =
  (map (scan (+) 0) a, transpose (map (scan (+) 0) (transpose a)))
entry table [n] [m] (a: [n][m]i32) : [n][m]i32 =
  a |> map (scan (+) 0) |> transpose |> map (scan (+) 0) |> transpose
