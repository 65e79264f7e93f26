-- The function of a `map` consumes an array from outside of it.
-- ==
-- error: error\[E0402\]: `xs`

entry main [n] (xs: *[n]i32) : [n]i32 =
  map (\i -> (xs with [i] = 0)[0]) (iota n)
