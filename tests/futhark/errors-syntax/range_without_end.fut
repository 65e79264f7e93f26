-- A range without its end.
-- ==
-- error: error\[E0102\]: unexpected

def f (n: i64) : []i64 = 0..2

def g (x: i32) : i32 = x
