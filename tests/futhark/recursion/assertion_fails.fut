-- An assertion at the bottom of a recursion fails.
-- ==
-- entry: main
-- input { 3i64 } error: ssert

def f (n: i64) : i64 = if n < 0 then assert (n > 0) 0 else 1 + f (n - 1)
entry main (n: i64) = i64.sum (map f (iota n))
