-- The condition of `if` consumes the array.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  if (xs with [0] = 7)[1] > 2 then xs[0] else 0
