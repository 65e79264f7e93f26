-- The larger of two arguments as a size.
-- ==
-- entry: main
-- input { [1i64,2] } output { 3i64 }

def f (n: i64) (m: i64) (xs: [i64.max n m]i64) = length xs + 1
entry main (xs: []i64) = f xs[0] xs[1] (replicate (i64.max xs[0] xs[1]) 0)
