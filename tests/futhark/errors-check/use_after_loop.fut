-- A loop consumes its initial value.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  let ys = loop a = xs for i < n do a with [i] = 0
  in ys[0] + xs[0]
