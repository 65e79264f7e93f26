-- A slice taken before an update is used after it.
-- ==
-- error: error\[E0401\]: `front`

entry main [n] (xs: *[n]i32) : i32 =
  let front = xs[:n / 2]
  let xs = xs with [0] = 5
  in i32.sum front + xs[0]
