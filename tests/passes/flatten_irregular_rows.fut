-- passes: inline simplify dead-code flatten-all
-- Rows by their offsets in flat data, as sums of the rows of a sparse matrix.
def f [n] [m] (offsets: [n]i64) (sizes: [n]i64) (data: [m]i64) =
  map2 (\o k -> i64.sum data[o:o + k]) offsets sizes
entry main : []i64 = f [0, 3, 3, 4] [3, 0, 1, 2] [1, 2, 3, 4, 5, 6]
