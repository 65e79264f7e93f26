-- A type is no value.
-- ==
-- error: error\[E0302\]: this is not a function

def f (x: i32) = []i32
