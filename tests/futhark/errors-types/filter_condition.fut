-- The condition of `filter` gives a bool.
-- ==
-- error: error\[E0301\]: expected i32 -> bool, found i32 -> i32

def f (xs: []i32) : []i32 = filter (+ 1) xs
