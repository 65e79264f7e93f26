-- A row shares the matrix's memory.
-- ==
-- error: error\[E0401\]: `row`

entry main [n][m] (xss: *[n][m]i32) : i32 =
  let row = xss[0]
  let yss = xss with [0, 0] = 7
  in row[1] + yss[0, 1]
