-- A recursive function that makes rows of a known size.
-- ==
-- entry: main
-- input { 3i64 } output { [[3i64, 3, 3], [2, 2, 2], [1, 1, 1]] }

def f [m] (k: i64) (row: [m]i64) : [][m]i64 = if k == 0 then [] else [map (const k) row] ++ f (k - 1) row
entry main (n: i64) = f n (iota n)
