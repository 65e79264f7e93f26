-- A section where a number is needed.
-- ==
-- error: error\[E0301\]: expected i32, found number -> number

def f (x: i32) : i32 = x + (+ 1)
