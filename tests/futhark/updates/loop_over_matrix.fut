-- Matrices that nested loops fill, row by row and cell by cell.
-- ==
-- entry: pascal
-- input { 4i64 } output { [[1i64, 0, 0, 0], [1, 1, 0, 0], [1, 2, 1, 0], [1, 3, 3, 1]] }
-- input { 1i64 } output { [[1i64]] }
-- input { 0i64 } output { empty([0][0]i64) }

-- ==
-- entry: spiral
-- input { 3i64 } output { [[1i32, 2, 3], [8, 9, 4], [7, 6, 5]] }
-- input { 1i64 } output { [[1i32]] }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [[1i32, 2], [4, 6], [9, 12]] }

entry pascal (n: i64) : [n][n]i64 =
  loop a = replicate n (replicate n 0) for i < n do
    loop a for j < i + 1 do
      a with [i, j] = if j == 0 || j == i then 1 else a[i - 1, j - 1] + a[i - 1, j]
entry spiral (n: i64) : [n][n]i32 =
  let free (a: [n][n]i32) (i: i64) (j: i64) = i >= 0 && i < n && j >= 0 && j < n && a[i, j] == 0
  let (a, _, _, _, _) =
    loop (a, i, j, di, dj) = (replicate n (replicate n 0), 0, 0, 0, 1) for k < n * n do
      let a[i, j] = 1 + i32.i64 k
      let (di, dj) = if free a (i + di) (j + dj) then (di, dj) else (dj, -di)
      in (a, i + di, j + dj, di, dj)
  in a
entry rows [n] (a: *[n][2]i32) : [n][2]i32 =
  loop a for i in 1..<n do
    let above = copy a[i - 1]
    in a with [i] = map2 (+) above a[i]
