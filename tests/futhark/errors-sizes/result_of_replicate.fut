-- `replicate` of another size than promised.
-- ==
-- error: error\[E0501\]: expected size n, found m

def f (n: i64) (m: i64) : [n]i32 = replicate m 0
