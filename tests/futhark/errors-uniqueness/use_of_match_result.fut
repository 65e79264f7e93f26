-- The result of `match` may be either array.
-- ==
-- error: error\[E0401\]: `a`

entry main [n] (k: i32) (xs: *[n]i32) (ys: [n]i32) : i32 =
  let a = match k case 0 -> ys case _ -> xs
  let zs = xs with [0] = 7
  in a[0] + zs[0]
