-- The loop's parameter starts with another type.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (n: i32) : i32 = loop (a: i32) = true for i < n do a + i
