-- A function of two arguments over one array gives functions.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (xs: []i32) : []i32 =
  let fs = map (+) xs
  in map (\f -> f 1) fs
