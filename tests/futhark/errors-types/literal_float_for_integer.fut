-- A float is no integer.
-- ==
-- error: error\[E0301\]: expected i64, found a float

def f (x: i64) : i64 = x * 2.0
