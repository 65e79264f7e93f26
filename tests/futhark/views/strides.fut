-- Views with strides of either sign, and strides of 0; their bounds are checked.

-- ==
-- entry: view
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7] 1i64 2i64 3i64 3i64 1i64 } output { [[1i32, 2, 3], [4, 5, 6]] }
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7] 7i64 2i64 -1i64 3i64 -2i64 } output { [[7i32, 5, 3], [6, 4, 2]] }
-- input { [0i32, 1, 2] 1i64 2i64 0i64 3i64 0i64 } output { [[1i32, 1, 1], [1, 1, 1]] }
-- input { [0i32, 1, 2] 9i64 0i64 5i64 2i64 5i64 } output { empty([0][2]i32) }
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7] 1i64 2i64 3i64 3i64 2i64 } error: out of bounds
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7] 0i64 2i64 -1i64 2i64 1i64 } error: out of bounds

-- ==
-- entry: diagonal
-- input { [[1i32, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1i32], [5], [9]] }

-- ==
-- entry: transposed
-- input { [[1i32, 2, 3], [4, 5, 6]] } output { [[1i32, 4], [2, 5], [3, 6]] }

entry view (xs: []i32) offset n s m t = intrinsics.flat_index_2d xs offset n s m t

entry diagonal [n] (xss: [n][n]i32) = intrinsics.flat_index_2d (flatten xss) 0 n (n + 1) 1 0

entry transposed [n] [m] (xss: [n][m]i32) = intrinsics.flat_index_2d (flatten xss) 0 m 1 n m
