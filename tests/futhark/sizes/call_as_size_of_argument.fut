-- The argument stands for the parameter in the size of a result.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64] }

def grid (n: i64) (m: i64) : [n + m]i64 = iota (n + m)

entry main (a: i64) (b: i64) : [a + b]i64 = map2 (+) (grid a b) (iota (a + b))
