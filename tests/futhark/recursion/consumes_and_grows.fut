-- A recursive function that consumes an array and gives a larger one.
-- ==
-- entry: main
-- input { 4i64 } output { 4i64 }

def r (n: i64) (xs: *[]i64) : *[]i64 = if n == 0 then xs else let ys = r (n - 1) xs in let m = length ys in ys ++ [m]
entry main (n: i64) = length (r n [])
