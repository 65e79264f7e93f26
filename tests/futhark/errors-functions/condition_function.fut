-- A function that was not applied is no condition.
-- ==
-- error: error\[E0301\]: expected bool, found i32 -> bool

def g (x: i32) : bool = x > 0
def f (x: i32) : i32 = if g then 1 else x
