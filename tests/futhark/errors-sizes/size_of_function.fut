-- A function is no size.
-- ==
-- error: error\[E0301\]: expected i64, found i64 -> i64

def g (n: i64) : i64 = n
def f : [g]i32 = replicate 3 0
