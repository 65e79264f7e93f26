-- passes: expand-interleaved lower-to-kernels
-- Writes to places that depend on data: a scatter; a histogram of integers, by atomic operations in the memory of groups or of all;
-- one of floats, by pieces; and one for each row.
entry placed (n: i64) (is: []i64) (vs: []i32) : [n]i32 = scatter (replicate n 0) (is :> [4]i64) (vs :> [4]i32)

entry counts [n] (k: i64) (is: [n]i64) : [k]i32 = hist (+) 0 k is (replicate n 1)

entry weights [n] (k: i64) (is: [n]i64) (ws: [n]f32) : [k]f32 = hist (+) 0 k is ws

entry of_rows [n] [m] (k: i64) (a: [n][m]i64) : [n][k]i32 = map (\is -> hist (+) 0 k is (replicate m 1)) a

entry all : ([]i32, []i32, []f32, [][]i32) =
  ( placed 6 [5, 0, 9, 2] [1, 2, 3, 4], counts 3 [0, 1, 2, 1, 1, 7], weights 2 (map (% 2) (iota 31)) (map f32.i64 (iota 31))
  , of_rows 2 [[0, 1, 1], [1, 1, 1]])
