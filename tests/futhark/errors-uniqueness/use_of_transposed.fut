-- `transpose` is a view.
-- ==
-- error: error\[E0401\]: `t`

entry main [n] (xss: *[n][n]i32) : i32 =
  let t = transpose xss
  let yss = xss with [0, 0] = 7
  in t[0, 0] + yss[0, 0]
