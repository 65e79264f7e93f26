-- A pair is applied.
-- ==
-- error: error\[E0302\]: this is not a function

def f (x: i32) : i32 = (x, x) 1
