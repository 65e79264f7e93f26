-- `reduce_by_index` consumes its destination.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) (is: []i64) : i32 =
  let ys = reduce_by_index xs (+) 0 is (map (const 1) is)
  in ys[0] + xs[0]
