-- The result of `if` may be either array.
-- ==
-- error: error\[E0401\]: `a`

entry main [n] (c: bool) (xs: *[n]i32) (ys: [n]i32) : i32 =
  let a = if c then xs else ys
  let zs = xs with [0] = 7
  in a[0] + zs[0]
