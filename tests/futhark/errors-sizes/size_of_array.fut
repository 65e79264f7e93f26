-- An array is no size.
-- ==
-- error: error\[E0301\]: expected i64, found \[\]i64

def f (ns: []i64) : [ns]i32 = replicate 3 0
