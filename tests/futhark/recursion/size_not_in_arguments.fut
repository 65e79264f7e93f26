-- A recursive function whose size only its result tells.
-- ==
-- entry: main
-- input { 3i64 } output { [3i64, 3, 3] }

def f [n] (k: i64) : [n]i64 = if k == n then replicate n k else f (k + 1)
entry main (n: i64) : [n]i64 = f 0
