-- A consumption whose result nobody reads counts as well.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  let _ = xs with [0] = 1
  in xs[0]
