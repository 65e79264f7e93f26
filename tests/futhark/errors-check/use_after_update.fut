-- The old array is read after an update took its memory.
-- ==
-- error: error\[E0401\]: .*`xs`

entry main (xs: *[]i32) : i32 =
  let ys = xs with [0] = 1
  in xs[0] + ys[0]
