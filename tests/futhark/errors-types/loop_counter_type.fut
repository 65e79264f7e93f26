-- The counter has the bound's type.
-- ==
-- error: error\[E0301\]: expected i32, found i64

def f (n: i64) : i32 = loop a = 0i32 for i < n do a + i
