-- `iota` takes an i64.
-- ==
-- error: error\[E0301\]: expected i64, found i32

def f (n: i32) : []i64 = iota n
