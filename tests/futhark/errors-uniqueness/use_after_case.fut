-- One case consumes the array.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (k: i32) (xs: *[n]i32) : i32 =
  let y = match k case 0 -> (xs with [0] = 1)[0] case _ -> 5
  in y + xs[0]
