-- A slice shares the array's memory, so it dies with it.
-- ==
-- error: error\[E0401\]: `part`.*

entry main [n] (xs: *[n]i32) : i32 =
  let part = xs[1:3]
  let ys = xs with [0] = 7
  in part[0] + ys[0]
