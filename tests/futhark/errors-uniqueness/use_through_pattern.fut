-- A name bound by a pattern is another name for the array.
-- ==
-- error: error\[E0401\]: `a`

entry main [n] (xs: *[n]i32) : i32 =
  let (a, _) = (xs, 3i32)
  let ys = xs with [0] = 7
  in a[0] + ys[0]
