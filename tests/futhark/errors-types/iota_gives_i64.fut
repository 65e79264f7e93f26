-- `iota` gives i64.
-- ==
-- error: error\[E0301\]: expected \[\]i32, found \[n\]i64

def f (n: i64) : []i32 = iota n
