-- `iota` of another size than promised.
-- ==
-- error: error\[E0501\]: expected size n, found 5

def f (n: i64) : [n]i64 = iota 5
