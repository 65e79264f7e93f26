-- Of two fields one is the caller's.
-- ==
-- error: error\[E0402\]: `

entry main [n] (xs: *[n]i32) (ys: [n]i32) : [n]i32 =
  let r = {xs, ys}
  in r.ys with [0] = 1
