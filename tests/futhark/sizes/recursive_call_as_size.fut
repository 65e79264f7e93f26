-- A call of a recursive function as a size.
-- ==
-- entry: main
-- input { 3i64 } output { 4i64 }

def f (n: i64) : i64 = if n == 0 then 1 else 1 + f (n - 1)
def g (n: i64) : [f n]i32 = replicate (f n) 0
entry main (k: i64) = length (map2 (+) (g k) (g k))
