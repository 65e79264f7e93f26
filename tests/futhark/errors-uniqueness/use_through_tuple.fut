-- A tuple's component is the array itself.
-- ==
-- error: error\[E0401\]: `pair

entry main [n] (xs: *[n]i32) : i32 =
  let pair = (xs, 3)
  let ys = xs with [0] = 7
  in pair.0[0] + ys[0]
