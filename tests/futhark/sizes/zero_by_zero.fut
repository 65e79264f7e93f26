-- Matrices with a size 0 in either place keep the other one.
-- ==
-- entry: main
-- input { 0i64 3i64 } output { 0i64 3i64 3i64 0i64 0i64 }
-- input { 3i64 0i64 } output { 3i64 0i64 0i64 3i64 0i64 }
-- input { 0i64 0i64 } output { 0i64 0i64 0i64 0i64 0i64 }
-- input { 2i64 3i64 } output { 2i64 3i64 3i64 2i64 6i64 }

def shape [n] [m] 't (_: [n][m]t) : (i64, i64) = (n, m)

entry main (n: i64) (m: i64) : (i64, i64, i64, i64, i64) =
  let a = tabulate_2d n m (\i j -> i * j)
  let (x, y) = shape a
  let (z, w) = shape (transpose a)
  in (x, y, z, w, length (flatten a))
