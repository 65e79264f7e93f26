-- The results of `map` cannot be functions.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (xs: []i32) : i32 =
  let fs = map (\x y -> x + y) xs
  in fs[0] 1
