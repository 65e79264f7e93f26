-- Rows whose size is an expression of variables outside.
-- ==
-- entry: main
-- input { 2i64 } output { [[0i64, 1i64, 2i64, 3i64], [1i64, 2i64, 3i64, 4i64]] }

def wide (n: i64) : i64 = n * 2

entry main (n: i64) : [n][]i64 = map (\i -> map (+ i) (iota (wide n))) (iota n)
