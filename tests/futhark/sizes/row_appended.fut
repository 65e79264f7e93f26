-- A row of a matrix is appended to it.
-- ==
-- entry: main
-- input { [[1i32,2],[3,4]] } output { [[1i32, 2], [3, 4], [3,4]] }

entry main [n][m] (x: [n][m]i32) : [n + 1][m]i32 = x ++ [x[n - 1]]
