-- A loop goes over arrays, not over functions.
-- ==
-- error: error\[E0301\]: expected \[\]_, found i32 -> i32

def g (x: i32) : i32 = x
def f : i32 = loop s = 0 for x in g do s + x
