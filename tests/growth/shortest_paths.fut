-- sizes: 6
-- All shortest paths after Floyd, as a sequence of maps over the whole matrix.
def relax [n] (d: [n][n]i64) (k: i64) : [n][n]i64 =
  map (\row -> map2 (\old through -> i64.min old (row[k] + through)) row d[k]) d

entry main (n: i64) : [n][n]i64 =
  let weights = tabulate_2d n n (\i j -> (i * 7 + j * 3) % 11 + 1)
  in loop d = weights for k < n do relax d k
