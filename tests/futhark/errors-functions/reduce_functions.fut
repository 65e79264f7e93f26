-- Functions cannot be folded by `reduce`.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (xs: []i32) : i32 =
  (reduce (>->) id (map (+) xs)) 1
