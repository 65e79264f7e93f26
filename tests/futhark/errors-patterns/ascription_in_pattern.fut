-- A pattern's type is not the value's.
-- ==
-- error: error\[E0301\]: expected i64, found i32

def f (x: i32) : i32 = let (y: i64) = x in 1
