-- A number is applied.
-- ==
-- error: error\[E0302\]: .*not a function

entry main (x: i32) (y: i32) : i32 = x (y + 1)
