-- A literal's suffix is its type.
-- ==
-- error: error\[E0301\]: expected i64, found i32

def f (a: i64) : i64 = a + 1i32
