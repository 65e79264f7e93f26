-- passes: expand-interleaved lower-to-kernels
-- Kernels that read along another index than they write: a copy, and a map that reads another array in its order.
entry turned [n] [m] (a: [n][m]i32) : [m][n]i32 = copy (transpose a)

entry added [n] [m] (a: [n][m]i64) (b: [m][n]i64) : [m][n]i64 = map2 (map2 (+)) (transpose a) b
