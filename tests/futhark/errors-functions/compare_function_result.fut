-- A function that was not applied is compared to a number.
-- ==
-- error: error\[E0301\]: expected i32 -> i32, found a number

def g (x: i32) : i32 = x
def f : bool = g == 1
