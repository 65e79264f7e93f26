-- A polymorphic function of a number as a size.
-- ==
-- entry: main
-- input { [1i64,2] } output { 2i64 }

def f (n: i64) (xs: [id n]i64) : [id n]i64 = xs
entry main (xs: []i64) = length (f 2 (replicate (id 2) 0))
