-- Sections cannot be put into an array.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (i: i64) (x: i32) : i32 =
  let fs = [(+ 1), (2 *), (`i32.max` 3)]
  in fs[i] x
