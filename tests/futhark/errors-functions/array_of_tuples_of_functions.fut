-- Functions cannot be in an array inside of tuples either.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (x: i32) : i32 =
  let fs = [(1, \y -> y + x), (2, \y -> y - x)]
  in fs[0].1 x
