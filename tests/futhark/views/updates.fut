-- Strided writes: what they write, and that all of it must lie inside.

-- ==
-- entry: write
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7] 1i64 3i64 1i64 [[10i32, 20], [30, 40]] } output { [0i32, 10, 20, 3, 30, 40, 6, 7] }
-- input { [0i32, 1, 2, 3] 3i64 -2i64 -1i64 [[10i32, 20], [30, 40]] } output { [40i32, 30, 20, 10] }
-- input { [0i32, 1, 2, 3] 99i64 5i64 5i64 empty([0][2]i32) } output { [0i32, 1, 2, 3] }
-- input { [0i32, 1, 2, 3] 2i64 1i64 1i64 [[10i32, 20], [30, 40]] } error: out of bounds
-- input { [0i32, 1, 2, 3] 0i64 -1i64 1i64 [[10i32, 20], [30, 40]] } error: out of bounds

-- ==
-- entry: column
-- input { [[1i32, 2], [3, 4], [5, 6]] 1i64 [7i32, 8, 9] } output { [[1i32, 7], [3, 8], [5, 9]] }
-- input { [[1i32, 2], [3, 4], [5, 6]] 2i64 [7i32, 8, 9] } error: out of bounds

entry write (xs: *[]i32) offset s t (vs: [][]i32) = intrinsics.flat_update_2d xs offset s t vs

entry column [n] [m] (xss: [n][m]i32) (j: i64) (column: [n]i32) : [n][m]i32 =
  unflatten (intrinsics.flat_update_2d (copy (flatten xss)) j m 1 (map (\x -> [x]) column))
