-- `if` cannot choose between tuples that hold functions.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (c: bool) (x: i32) : i32 =
  let (k, f) = if c then (1, (+ 1)) else (2, (* 2))
  in f k + x
