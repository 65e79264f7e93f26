-- `take` is a view.
-- ==
-- error: error\[E0401\]: `front`

entry main [n] (xs: *[n]i32) : i32 =
  let front = take 1 xs
  let ys = xs with [0] = 7
  in front[0] + ys[0]
