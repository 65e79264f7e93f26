-- Laplace expansion: matrices that shrink in both dimensions.
-- ==
-- entry: main
-- input { [[3]] } output { 3 }
-- input { [[1, 2], [3, 4]] } output { -2 }
-- input { [[2, 0, 1], [1, 3, 2], [1, 1, 4]] } output { 18 }
-- input { [[1, 2, 3, 4], [5, 6, 7, 8], [2, 6, 4, 8], [3, 1, 1, 2]] } output { 72 }

def minor [n] (m: [n][n]i32) (j: i64) : [n - 1][n - 1]i32 =
  map (\row -> row[:j] ++ row[j + 1:] :> [n - 1]i32) m[1:] :> [n - 1][n - 1]i32

def determinant [n] (m: [n][n]i32) : i32 =
  if n == 0 then 1 else
  i32.sum (map (\j -> (if j % 2 == 0 then 1 else -1) * m[0, j] * determinant (minor m j)) (iota n))

entry main [n] (m: [n][n]i32) : i32 = determinant m
