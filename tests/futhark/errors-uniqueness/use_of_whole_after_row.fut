-- Consuming a row consumes the matrix.
-- ==
-- error: error\[E0401\]: `xss`

entry main [n][m] (xss: *[n][m]i32) : i32 =
  let row = xss[0] with [0] = 7
  in row[1] + xss[0, 1]
