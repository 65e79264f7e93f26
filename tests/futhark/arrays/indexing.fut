-- Indexing with fewer and with as many indices as dimensions, by every integer type, and out of bounds.
-- ==
-- entry: element
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 2i64 } output { 6 6 6 }
-- input { [[7]] 0i64 0i64 } output { 7 7 7 }
-- input { [[1, 2, 3], [4, 5, 6]] 2i64 0i64 } error: Index \[2
-- input { [[1, 2, 3], [4, 5, 6]] 0i64 -1i64 } error: out of bounds
-- input { empty([0][3]i32) 0i64 0i64 } error: out of bounds

-- ==
-- entry: row
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 } output { [4, 5, 6] 15 }
-- input { [[9]] 0i64 } output { [9] 9 }
-- input { [[1, 2, 3], [4, 5, 6]] -1i64 } error: out of bounds

-- ==
-- entry: by_type
-- input { [10, 20, 30, 40] 1i8 2u8 3i32 0u64 } output { 20 30 40 10 100 }
-- input { [10, 20, 30, 40] 0i8 255u8 3i32 0u64 } error: Index \[255\] out of bounds

-- ==
-- entry: cube
-- input { 1i64 0i64 2i64 } output { 102 [[100, 101, 102, 103], [110, 111, 112, 113], [120, 121, 122, 123]] [10, 11, 12, 13] }
-- input { 0i64 1i64 0i64 } output { 10 [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]] [10, 11, 12, 13] }

-- ==
-- entry: gathered
-- input { [5, 6, 7] [2i64, 0, 2, 1] } output { [7, 5, 7, 6] }
-- input { [5] empty([0]i64) } output { empty([0]i32) }
-- input { [5, 6, 7] [0i64, 3] } error: Index \[3\] out of bounds for array of shape \[3\]

entry element (a: [][]i32) (i: i64) (j: i64) = (a[i, j], a[i][j], (a[i])[j])
entry row (a: [][]i32) (i: i64) = (a[i], i32.sum a[i])
entry by_type (a: []i32) (i: i8) (j: u8) (k: i32) (l: u64) =
  (a[i], a[j], a[k], a[l], a[i] + a[j] + a[k] + a[l])

entry cube (i: i64) (j: i64) (k: i64) =
  let a = tabulate_3d 2 3 4 (\i j k -> i32.i64 (100 * i + 10 * j + k))

  in (a[i, j, k], a[i], a[0, 1])

entry gathered (a: []i32) (is: []i64) = map (\i -> a[i]) is
