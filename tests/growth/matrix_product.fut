-- sizes: 6
-- The product of two matrices.
def product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

entry main (n: i64) : [n][n]f64 =
  let a = tabulate_2d n n (\i j -> f64.i64 (i + 2 * j))
  let b = tabulate_2d n n (\i j -> f64.i64 (i - j))
  in product a b
