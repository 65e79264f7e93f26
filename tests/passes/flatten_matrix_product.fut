-- passes: inline simplify cse dead-code fuse simplify dead-code flatten
-- Three dimensions of parallelism in one nest.
def product [n] [m] [k] (a: [n][m]i64) (b: [m][k]i64) =
  map (\row -> map (\column -> reduce (+) 0 (map2 (*) row column)) (transpose b)) a
entry product_of (n: i64) (m: i64) (k: i64) : [n][k]i64 =
  product (tabulate_2d n m (\i j -> i + j)) (tabulate_2d m k (\i j -> i * j))
entry main : [][]i64 = product [[1, 2], [3, 4]] [[1, 0], [1, 1]]
