-- `match` cannot choose between functions.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (k: i32) (x: i32) : i32 =
  let f = match k case 0 -> (\y -> y + 1) case _ -> (\y -> y * 2)
  in f x
