-- Rows of pairs of arrays keep their sizes.
-- ==
-- error: E0501

entry main [n] [m] [k] (a: [n][m]i32) (b: [n][k]i32) =
  map (\(xs, ys) -> map2 (+) xs ys) (zip a b)
