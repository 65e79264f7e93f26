-- `let a[i] = v` consumes the old `a` under its other name too.
-- ==
-- error: error\[E0401\]: `b`

entry main [n] (a: *[n]i32) : i32 =
  let b = a
  let a[0] = 7
  in a[0] + b[0]
