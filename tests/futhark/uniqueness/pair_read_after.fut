-- One component of a pair is consumed, the other one is still read.
-- ==
-- entry: main
-- input { [1i32,2] } output { 2i32 }

def f (a: *[]i32) (b: []i32) : i32 = let c = (a, b) in let d = c.0 with [0] = 1 in c.1[0] + d[0]
entry main (xs: []i32) = f (copy xs) xs
