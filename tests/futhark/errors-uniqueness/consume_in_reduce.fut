-- The operator of `reduce` must not consume its operands.
-- ==
-- error: error\[E0402\]: `a`

entry main [n][m] (xss: [n][m]i32) : [m]i32 =
  reduce (\a b -> a with [0] = b[0]) (replicate m 0) xss
