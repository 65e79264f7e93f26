-- A function has no elements.
-- ==
-- error: error\[E0310\]: cannot index a value that is not an array

def g (x: i32) : i32 = x
def f : i32 = g[0]
