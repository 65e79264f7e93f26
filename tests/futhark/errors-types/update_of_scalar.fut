-- A number has no elements to update.
-- ==
-- error: error\[E0310\]: this is not an array of enough dimensions

def f (x: i32) : i32 = x with [0] = 1
