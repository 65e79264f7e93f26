-- Reductions and scans over arrays that have no elements in one dimension.
-- ==
-- entry: main
-- input { 0i64 2i64 } output { empty([0][2]i32) [9i32, 9] 0i64 2i64 }
-- input { 2i64 0i64 } output { empty([2][0]i32) empty([0]i32) 2i64 0i64 }
-- input { 2i64 1i64 } output { [[1i32], [2]] [11i32] 2i64 1i64 }

def shape [a] [b] 't (_: [a][b]t) : (i64, i64) = (a, b)

entry main (n: i64) (m: i64) : ([n][m]i32, [m]i32, i64, i64) =
  let a = replicate n (replicate m 1i32)
  let s = scan (map2 (+)) (replicate m 0) a
  let r = reduce (map2 (+)) (replicate m 9) a
  let (x, y) = shape s
  in (s, r, x, y)
