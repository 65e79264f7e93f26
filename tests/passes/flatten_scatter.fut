-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-all
-- The destination of each row is made in the nest.
def f [n] [m] (k: i64) (a: [n][m]i64) : [n][k]i64 =
  map (\row -> let sums = scan (+) 0 row in hist (+) 0 k (map (% k) sums) sums) a
entry main : [][]i64 = f 4 [[1, 2, 3], [4, 5, 6]]
