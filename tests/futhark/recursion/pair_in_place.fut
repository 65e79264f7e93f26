-- A pair with one consumed component.
-- ==
-- entry: main
-- input { 4i64 } output { [4i64, 3, 2, 1] }

def r [m] (n: i64) (xs: *[m]i64, i: i64) : (*[m]i64, i64) =
  if n == 0 then (xs, i) else let xs[i] = n in r (n - 1) (xs, i + 1)
entry main (n: i64) = (r n (replicate n 0, 0)).0
