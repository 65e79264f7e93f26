-- Windows over an array: views whose rows overlap.

-- ==
-- entry: windows
-- input { [1i32, 2, 3, 4, 5] 3i64 } output { [[1i32, 2, 3], [2, 3, 4], [3, 4, 5]] }
-- input { [1i32, 2] 2i64 } output { [[1i32, 2]] }

-- ==
-- entry: moving_sum
-- input { [1i32, 2, 3, 4, 5] 2i64 } output { [3i32, 5, 7, 9] }

-- ==
-- entry: patches
-- input { [[1i32, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[[[1i32, 2], [4, 5]], [[2, 3], [5, 6]]], [[[4, 5], [7, 8]], [[5, 6], [8, 9]]]] }

entry windows [n] (xs: [n]i32) (size: i64) = intrinsics.flat_index_2d xs 0 (n - size + 1) 1 size 1

entry moving_sum [n] (xs: [n]i32) (size: i64) =
  map i32.sum (intrinsics.flat_index_2d xs 0 (n - size + 1) 1 size 1)

-- All squares of two by two.
entry patches [n] [m] (xss: [n][m]i32) =
  intrinsics.flat_index_4d (flatten xss) 0 (n - 1) m (m - 1) 1 2 m 2 1
