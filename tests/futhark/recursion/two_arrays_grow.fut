-- A recursive function that gives two arrays of different unknown sizes.
-- ==
-- entry: main
-- input { 3i64 } output { [1i64, 2, 3] [1i64, 2] }

def f (k: i64) : ([]i64, []i64) =
  if k == 0 then ([], []) else let (a, b) = f (k - 1) in (a ++ [k], if k < 3 then b ++ [k] else b)
entry main (n: i64) = f n
