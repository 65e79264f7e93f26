-- `assert` takes a bool.
-- ==
-- error: error\[E0301\]: expected bool, found i32

def f (x: i32) : i32 = assert x (x + 1)
