-- The new row is a row of the transposed matrix.
-- ==
-- error: error\[E0405\]: `xss`

entry main [n] (xss: *[n][n]i32) : [n][n]i32 =
  let t = transpose xss
  in xss with [0] = t[1]
