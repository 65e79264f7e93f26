-- A size parameter that an empty literal tells.
-- ==
-- entry: main
-- input { 3i64 } output { 7i64 }

def g [n] (xs: [n]i64) (m: i64) : [n + m]i64 = xs ++ iota m
entry main (k: i64) = length (g (g [] k) 4)
