-- A number is applied.
-- ==
-- error: error\[E0302\]: .*not a function

def f (x: i32) : i32 = 2 x
