-- The rows that `map` hands out are not the function's own.
-- ==
-- error: error\[E0402\]: `row`

entry main [n][m] (xss: [n][m]i32) : [n][m]i32 =
  map (\row -> row with [0] = 1) xss
