-- Both branches consume the array.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (c: bool) (xs: *[n]i32) : i32 =
  let ys = if c then xs with [0] = 1 else xs with [0] = 2
  in ys[0] + xs[0]
