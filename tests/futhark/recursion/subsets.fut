-- All subsets of n things as a matrix of bits, twice as many rows at each call.
-- ==
-- entry: main
-- input { 0i64 } output { empty([1][0]i32) }
-- input { 1i64 } output { [[0], [1]] }
-- input { 3i64 } output { [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]] }

def subsets (n: i64) : [][n]i32 =
  if n == 0 then [[]] :> [1][n]i32 else
  let rest = subsets (n - 1)
  let behind (bit: i32) = map (\row -> [bit] ++ row :> [n]i32) rest
  in behind 0 ++ behind 1

entry main (n: i64) : [][]i32 = subsets n
