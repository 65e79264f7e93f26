-- A tuple is not indexed.
-- ==
-- error: error\[E0310\]: cannot index a value that is not an array

def f (x: (i32, i32)) : i32 = x[0]
