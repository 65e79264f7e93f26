-- `flatten` is a view.
-- ==
-- error: error\[E0401\]: `flat`

entry main [n][m] (xss: *[n][m]i32) : i32 =
  let flat = flatten xss
  let yss = xss with [0, 0] = 7
  in flat[0] + yss[0, 0]
