-- A function that was not applied is compared to a number.
-- ==
-- error: error\[E0304\]: .*i32 -> i32

def g (x: i32) : i32 = x
def f : bool = g == 1
