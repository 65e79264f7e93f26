-- Functions cannot be zipped.
-- ==
-- error: error\[E0197\]: a function must be known at compile time

entry main (x: i32) : i32 = (zip [(+ 1)] [x])[0].0 x
