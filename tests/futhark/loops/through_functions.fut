-- Loops whose values pass through consuming functions, tuples of arrays and indices kept by the loop.
-- ==
-- entry: main
-- input { [3i32, 1, 2] } output { [1i32, 2, 3] 2i64 }
-- input { [1i32] } output { [1i32] 0i64 }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 }

-- ==
-- entry: history
-- input { 3i64 } output { [[1i32, 0, 0], [1, 1, 0], [1, 1, 1]] }
-- input { 0i64 } output { empty([0][0]i32) }

def insert [n] (xs: *[n]i32) (i: i64) : (*[n]i32, i64) =
  let (xs, _, moves) =
    loop (xs, j, moves) = (xs, i, 0) while j > 0 && xs[j - 1] > xs[j] do
      let (a, b) = (xs[j - 1], xs[j])
      in (xs with [j - 1] = b with [j] = a, j - 1, moves + 1)
  in (xs, moves)
entry main [n] (xs: *[n]i32) : ([n]i32, i64) =
  let (ys, moves) =
    loop (xs, total) = (xs, 0) for i < n do
      let (ys, k) = insert xs i
      in (ys, total + k)
  in (ys, moves)
entry history (n: i64) : [n][n]i32 =
  let (out, _) =
    loop (out, row) = (replicate n (replicate n 0), replicate n 0) for i < n do
      let row[i] = 1
      in (out with [i] = row, row)
  in out
