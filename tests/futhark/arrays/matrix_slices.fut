-- Slices of matrices: one dimension or several, mixed with plain indices.
-- ==
-- entry: parts
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[4, 5, 6], [7, 8, 9]] [[1, 2], [4, 5], [7, 8]] [2, 5, 8] [[5, 6], [8, 9]] [9, 8, 7] }

-- ==
-- entry: flipped
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[4, 5, 6], [1, 2, 3]] [[3, 2, 1], [6, 5, 4]] [[6, 5, 4], [3, 2, 1]] }
-- input { [[1]] } output { [[1]] [[1]] [[1]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([0][2]i32) empty([0][2]i32) }

-- ==
-- entry: columns
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 } output { [2, 5] 7 }
-- input { [[1, 2, 3], [4, 5, 6]] 3i64 } error: out of bounds

-- ==
-- entry: checkers
-- input { 4i64 5i64 } output { [[0, 2, 4], [10, 12, 14]] [[6, 8], [16, 18]] }
-- input { 2i64 2i64 } output { [[0]] [[3]] }

-- ==
-- entry: border
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [1, 2, 3, 6, 9, 8, 7, 4] }
-- input { [[1, 2], [3, 4]] } output { [1, 2, 4, 3] }

-- ==
-- entry: block_sum
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 0i64 1i64 2i64 } output { 16 }
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 2i64 2i64 1i64 } output { 9 }
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 1i64 1i64 0i64 } output { 0 }
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 2i64 0i64 2i64 } error: out of bounds

entry parts (a: [3][3]i32) = (a[1:], a[:, :2], a[:, 1], a[1:, 1:], a[2, ::-1])
entry flipped (a: [][]i32) = (a[::-1], a[:, ::-1], a[::-1, ::-1])
entry columns (a: [][]i32) (j: i64) = (a[:, j], i32.sum a[:, j])

entry checkers (n: i64) (m: i64) =
  let a = tabulate_2d n m (\i j -> i * m + j)
  in (map (map i32.i64) a[::2, ::2], map (map i32.i64) a[1::2, 1::2])

entry border [n] (a: [n][n]i32) : []i32 =
  a[0, :n - 1] ++ a[:n - 1, n - 1] ++ a[n - 1, n - 1:0:-1] ++ a[n - 1:0:-1, 0]

entry block_sum (a: [][]i32) (i: i64) (j: i64) (k: i64) =
  i32.sum (map i32.sum a[i:i + k, j:j + k])
