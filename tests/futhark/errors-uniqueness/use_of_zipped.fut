-- Zipped arrays are the arrays themselves.
-- ==
-- error: error\[E0401\]: `both`

entry main [n] (xs: *[n]i32) (ys: [n]i32) : i32 =
  let both = zip xs ys
  let zs = xs with [0] = 7
  in both[0].0 + zs[0]
