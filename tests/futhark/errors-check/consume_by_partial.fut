-- A captured array cannot be consumed by a function that may be called twice.
-- ==
-- error: error\[E0402\]: `xs`

entry main [n] (xs: *[n]i32) : i32 =
  let set i = xs with [i] = 1
  in (set 0)[0] + (set 1)[1]
