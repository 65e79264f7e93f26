-- A loop's parameter cannot be a function.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (n: i32) (x: i32) : i32 =
  (loop f = \y -> y for _i < n do \y -> f y + 1) x
