-- A coercion gives the same array.
-- ==
-- error: error\[E0401\]: `a`

entry main (xs: *[]i32) : i32 =
  let a = xs :> [3]i32
  let ys = xs with [0] = 7
  in a[0] + ys[0]
