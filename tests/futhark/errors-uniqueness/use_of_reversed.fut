-- `reverse` is a view.
-- ==
-- error: error\[E0401\]: `back`

entry main [n] (xs: *[n]i32) : i32 =
  let back = reverse xs
  let ys = xs with [0] = 7
  in back[0] + ys[0]
