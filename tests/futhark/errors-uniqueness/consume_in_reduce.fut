-- The operator of `reduce` must not consume its operands, whatever it declares.
-- ==
-- error: error\[E0402\]: `a`(.|\n)*mark the type of `a` with `\*`, unless the function is given to one like `map` or `reduce`

entry main [n][m] (xss: [n][m]i32) : [m]i32 =
  reduce (\a b -> a with [0] = b[0]) (replicate m 0) xss
