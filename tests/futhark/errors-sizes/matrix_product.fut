-- The rows of one matrix are as long as the columns of the other.
-- ==
-- error: E0501

def dot [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)

entry main [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 =
  map (\row -> map (dot row) b) a
