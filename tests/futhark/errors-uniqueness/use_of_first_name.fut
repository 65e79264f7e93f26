-- The array is consumed under its second name.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  let a = xs
  let ys = a with [0] = 7
  in xs[0] + ys[0]
