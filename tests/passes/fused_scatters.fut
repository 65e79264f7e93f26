-- passes: inline tidy hoist fuse fuse-reads tidy
-- Two arrays are written to the same places in one pass.
def both [n] (is: [n]i64) (xs: [n]i32) (ys: [n]f64) : (*[5]i32, *[5]f64) =
  (scatter (replicate 5 0) is xs, scatter (replicate 5 0.5) is ys)

entry main : ([5]i32, [5]f64) = both [3, 0, 9, 1] [10, 20, 30, 40] [1, 2, 3, 4]
