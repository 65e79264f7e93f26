-- A dependent result has the size of its argument, not of another.
-- ==
-- error: E0501

def f (n: i64) (m: i64) : [n]i64 = iota m
