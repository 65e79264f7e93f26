-- Three and four dimensions.

-- ==
-- entry: cube
-- input { 2i64 } output { [[[0i64, 1], [2, 3]], [[4, 5], [6, 7]]] }
-- input { 1i64 } output { [[[0i64]]] }

-- ==
-- entry: turned
-- input { 2i64 } output { [[[0i64, 4], [2, 6]], [[1, 5], [3, 7]]] }

-- ==
-- entry: tiles
-- input { 4i64 } output { [[[[0i64, 1], [4, 5]], [[2, 3], [6, 7]]], [[[8, 9], [12, 13]], [[10, 11], [14, 15]]]] }

-- ==
-- entry: beyond
-- input { 2i64 } error: out of bounds

entry cube (n: i64) = intrinsics.flat_index_3d (iota (n * n * n)) 0 n (n * n) n n n 1

entry turned (n: i64) = intrinsics.flat_index_3d (iota (n * n * n)) 0 n 1 n n n (n * n)

-- A square in tiles of two by two.
entry tiles (n: i64) = intrinsics.flat_index_4d (iota (n * n)) 0 (n / 2) (2 * n) (n / 2) 2 2 n 2 1

entry beyond (n: i64) = intrinsics.flat_index_3d (iota (n * n * n)) 1 n (n * n) n n n 1
