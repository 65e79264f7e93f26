-- The payload that a case binds is the array that went in.
-- ==
-- error: error\[E0401\]: `a`

entry main [n] (xs: *[n]i32) : i32 =
  match (xs, 1i32)
  case (a, 1) -> let ys = xs with [0] = 7 in a[0] + ys[0]
  case _ -> 0
