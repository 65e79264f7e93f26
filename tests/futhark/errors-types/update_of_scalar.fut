-- A number has no elements to update.
-- ==
-- error: error\[E0310\]: cannot index a value that is not an array

def f (x: i32) : i32 = x with [0] = 1
