-- A function has no negative.
-- ==
-- error: error\[E0304\]: expected a number, found i32 -> i32

def g (x: i32) : i32 = x
def f : i32 -> i32 = -g
