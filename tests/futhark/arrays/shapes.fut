-- Functions that only change an array's shape or order.
-- ==
-- entry: transposed
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] true }
-- input { [[1]] } output { [[1]] true }
-- input { empty([0][2]i32) } output { empty([2][0]i32) true }

-- ==
-- entry: flattened
-- input { [[1, 2, 3], [4, 5, 6]] } output { [1, 2, 3, 4, 5, 6] [1, 4, 2, 5, 3, 6] }
-- input { empty([0][2]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: unflattened
-- input { 2i64 3i64 } output { [[0i64, 1, 2], [3, 4, 5]] 5i64 }
-- input { 1i64 1i64 } output { [[0i64]] 0i64 }

-- ==
-- entry: rotated
-- input { [1, 2, 3, 4, 5] 2i64 } output { [3, 4, 5, 1, 2] [4, 5, 1, 2, 3] }
-- input { [1, 2, 3, 4, 5] -1i64 } output { [5, 1, 2, 3, 4] [2, 3, 4, 5, 1] }
-- input { [1, 2, 3] 7i64 } output { [2, 3, 1] [3, 1, 2] }
-- input { [1] 5i64 } output { [1] [1] }
-- input { empty([0]i32) 3i64 } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: cube
-- input { } output { [0i64, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] [[0i64, 6], [1, 7]] 11i64 }

-- ==
-- entry: turned
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[4, 1], [5, 2], [6, 3]] [[3, 6], [2, 5], [1, 4]] [[6, 5, 4], [3, 2, 1]] }
-- input { [[1, 2]] } output { [[1], [2]] [[2], [1]] [[2, 1]] }

-- ==
-- entry: shifted
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[4, 5, 6], [1, 2, 3]] [[2, 3, 1], [5, 6, 4]] }

entry transposed (a: [][]i32) =
  let t = transpose a
  in (t, and (map2 (\r s -> and (map2 (==) r s)) (transpose t) a))

entry flattened (a: [][]i32) = (flatten a, flatten (transpose a))

entry unflattened (n: i64) (m: i64) =
  let a = unflatten (iota (n * m))
  in (a :> [n][m]i64, a[n - 1, m - 1])

entry rotated (a: []i32) (k: i64) = (rotate k a, rotate (-k) a)

entry cube =
  let a = unflatten_3d (iota (2 * 2 * 3)) :> [2][2][3]i64
  in (flatten_3d a, transpose a[:, 0, :2], a[1, 1, 2])

-- | Quarter turns to the right and to the left, and a half turn.
entry turned (a: [][]i32) = (map reverse (transpose a), reverse (transpose a), map reverse (reverse a))

entry shifted (a: [][]i32) = (rotate 1 a, map (rotate 1) a)
