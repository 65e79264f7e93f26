-- The bounds of a slice are i64.
-- ==
-- error: error\[E0301\]: .*i64.*

def f [n] (xs: [n]i32) (k: i32) : []i32 = xs[:k]
