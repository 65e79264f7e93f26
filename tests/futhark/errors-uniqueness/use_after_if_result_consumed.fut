-- Who consumes the result of `if` consumes both branches.
-- ==
-- error: error\[E0401\]: `ys`

entry main [n] (c: bool) (xs: *[n]i32) (ys: *[n]i32) : i32 =
  let a = if c then xs else ys
  let b = a with [0] = 7
  in b[0] + ys[0]
