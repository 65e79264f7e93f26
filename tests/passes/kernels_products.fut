-- passes: expand-interleaved lower-to-kernels
-- Products in tiles: with something to do after the reduction, and of transposed operands; and what stays as it is, as one of its
-- operands varies with both indices.
entry scaled [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (\column -> 2 * f32.sum (map2 (*) row column)) (transpose b)) a

entry transposed [n] [m] [p] (a: [m][n]i32) (b: [p][m]i32) : [n][p]i32 =
  map (\row -> map (\column -> i32.sum (map2 (*) row column)) b) (transpose a)

entry plain [n] [p] [m] (a: [n][p][m]i32) (b: [n][m]i32) : [n][p]i32 =
  map2 (\a b -> map (\row -> i32.sum (map2 (*) row b)) a) a b
