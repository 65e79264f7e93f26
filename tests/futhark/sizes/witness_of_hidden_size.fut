-- A hidden size that only a function has, told by an array that takes no memory.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 10i64, 20i64] }

type^ builder = ?[n].([n](), i64 -> [n]i64)

def make (n: i64) : builder = (replicate n (), \k -> map (* k) (iota n))

entry main (n: i64) : []i64 = let (_, f) = make n in f 10
