-- Writes of three and four dimensions, of rows, and of what was read from a view.

-- ==
-- entry: corner
-- input { 3i64 }
-- output { [[[9i64, 9, 2], [9, 9, 5], [6, 7, 8]], [[9, 9, 11], [9, 9, 14], [15, 16, 17]],
--   [[18, 19, 20], [21, 22, 23], [24, 25, 26]]] }

-- ==
-- entry: untiled
-- input { 4i64 } output { [0i64, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] }

-- ==
-- entry: of_rows
-- input { [[1i32, 2], [3, 4], [5, 6], [7, 8]] } output { [[0i32, 0], [3, 4], [0, 0], [7, 8]] }

-- ==
-- entry: too_far
-- input { 3i64 } error: out of bounds

entry corner (n: i64) : [n][n][n]i64 =
  let nines = replicate 2 (replicate 2 (replicate 2 9))
  in unflatten_3d (intrinsics.flat_update_3d (iota (n * n * n)) 0 (n * n) n 1 nines)

entry untiled (n: i64) : [n * n]i64 =
  let tiles = intrinsics.flat_index_4d (iota (n * n)) 0 (n / 2) (2 * n) (n / 2) 2 2 n 2 1
  in intrinsics.flat_update_4d (replicate (n * n) 0) 0 (2 * n) 2 n 1 tiles

entry of_rows [n] (xss: *[n][2]i32) : [n][2]i32 =
  intrinsics.flat_update_2d xss 0 2 1 [[[0, 0]], [[0, 0]]]

entry too_far (n: i64) : [n][n][n]i64 =
  let nines = replicate 2 (replicate 2 (replicate 2 9))
  in unflatten_3d (intrinsics.flat_update_3d (iota (n * n * n)) 2 (2 * n * n) n (n + 1) nines)
