-- `scatter` consumes its destination, also for later readers.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) (is: []i64) : i32 =
  let ys = scatter xs is (map (const 0) is)
  in ys[0] + xs[0]
