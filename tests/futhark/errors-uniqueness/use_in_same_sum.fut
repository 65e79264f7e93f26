-- An array is consumed and read in one expression.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  (xs with [0] = 7)[0] + xs[1]
