-- A recursive function whose parameter takes functions.
-- ==
-- entry: main
-- input { 4i64 } output { 15i64 }

def r (f: (i64 -> i64) -> i64) (n: i64) : i64 = if n == 0 then 1 else f (+ n) + r f (n - 1)
entry main (n: i64) = r (\g -> g 1) n
