-- An array that one branch consumes counts as consumed after the `if`.
-- ==
-- error: error\[E0401\]: .*`xs`

entry main [n] (flag: bool) (xs: *[n]i32) : i32 =
  let ys = if flag then xs with [0] = 1 else replicate n 0
  in ys[0] + xs[n - 1]
