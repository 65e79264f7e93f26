-- The record made by `with` has the other fields of the old one.
-- ==
-- error: error\[E0401\]: `s

entry main [n] (xs: *[n]i32) : i32 =
  let r = {xs, k = 1i32}
  let s = r with k = 2
  let ys = xs with [0] = 7
  in s.xs[0] + ys[0]
