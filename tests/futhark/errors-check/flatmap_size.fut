-- Nobody knows how many elements flatmap gives.
-- ==
-- error: expected size 10

def f (ns: []i64) : [10]i64 = (flatmap' iota ns).3
