-- A function has no elements.
-- ==
-- error: error\[E0310\]: this is not an array of enough dimensions

def g (x: i32) : i32 = x
def f : i32 = g[0]
