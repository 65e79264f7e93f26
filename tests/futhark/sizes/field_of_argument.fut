-- A field of an argument as the size of the result.
-- ==
-- entry: main
-- input { 3i64 } output { [9i64, 9, 9] }

def f (r: {n: i64, v: i64}) : [r.n]i64 = replicate r.n r.v
entry main (k: i64) = f {n = k, v = 9} :> [k]i64
