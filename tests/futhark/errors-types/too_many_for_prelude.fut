-- A prelude function with one argument too many.
-- ==
-- error: error\[E0302\]: too many arguments

def f (x: i32) : i32 = i32.abs x 1
