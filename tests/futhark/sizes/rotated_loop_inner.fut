-- Loops where only the inner or only the outer size changes.
-- ==
-- entry: main
-- input { [[1i32, 2]] 2 } output { 4i64 2i64 1i64 8i64 }
-- input { empty([0][3]i32) 1 } output { 0i64 3i64 0i64 6i64 }

def shape [n] [m] 't (_: [n][m]t) : (i64, i64) = (n, m)

entry main (xs: [][]i32) (k: i32) : (i64, i64, i64, i64) =
  let (a, b) = shape (loop ys = xs for _i < k do ys ++ ys)
  let (c, d) = shape (loop ys = xs for _i < k do map (\y -> y ++ y) ys)
  in (a, b, c, d)
