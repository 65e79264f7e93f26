-- A section takes one argument.
-- ==
-- error: error\[E0302\]: too many arguments

def f (x: i32) : i32 = (+ 1) x 2
