-- The size of a consumed array may be read, its elements may not.
-- ==
-- error: error\[E0401\]: `xs`

entry main (xs: *[]i32) : i64 =
  let ys = xs with [0] = 1
  in length xs + length ys
