-- A functional parameter's result as a size: equal for the same function.
-- ==
-- entry: main
-- input { [1i64,2] } output { 2i64 }

def f (g: i64 -> i64) (n: i64) : [g n]i64 = replicate (g n) 1
entry main (xs: []i64) = let h = (+ 1) in length (map2 (+) (f h 1) (f h 1))
