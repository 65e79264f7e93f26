-- The result of a lambda is applied.
-- ==
-- error: error\[E0302\]: too many arguments

def f (x: i32) : i32 = (\y -> y + 1) x 2
