-- Two names, one array.
-- ==
-- error: error\[E0401\]: `b`

entry main [n] (xs: *[n]i32) : i32 =
  let a = xs
  let b = a
  let ys = xs with [0] = 7
  in b[0] + ys[0]
