-- A loop goes over an array that its body updates.
-- ==
-- error: error\[E0402\]: `xs` may not be consumed

entry main [n] (xs: *[n]i64) : i64 =
  loop s = 0 for x in xs do
    let ys = xs with [0] = x
    in s + ys[0]
