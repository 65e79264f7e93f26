-- Updates of rows, columns and blocks of matrices.
-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] [8i32, 9] } output { [[8i32, 9], [3, 4]] [[1i32, 8], [3, 9]] }

-- ==
-- entry: blocks
-- input { 3i64 } output { [[1i32, 1, 0], [1, 1, 0], [0, 0, 0]] }
-- input { 2i64 } output { [[1i32, 1], [1, 1]] }

-- ==
-- entry: diagonal
-- input { 3i64 } output { [[1i32, 0, 0], [0, 2, 0], [0, 0, 3]] }
-- input { 0i64 } output { empty([0][0]i32) }

entry rows (a: [2][2]i32) (v: [2]i32) : ([2][2]i32, [2][2]i32) =
  (copy a with [0] = v, copy a with [:, 1] = v)
entry blocks (n: i64) : [n][n]i32 =
  replicate n (replicate n 0) with [0:2, 0:2] = replicate 2 (replicate 2 1)
entry diagonal (n: i64) : [n][n]i32 =
  loop a = replicate n (replicate n 0) for i < n do a with [i, i] = 1 + i32.i64 i
