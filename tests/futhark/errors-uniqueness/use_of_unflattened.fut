-- `unflatten` is a view.
-- ==
-- error: error\[E0401\]: `grid`

def first [n] (xs: *[n * n]i32) : i32 =
  let grid = unflatten xs
  let ys = xs with [0] = 7
  in grid[0, 0] + ys[0]
