-- Updates out of bounds, of elements, rows and slices.
-- ==
-- entry: element
-- input { [1i32, 2] 1i64 } output { [1i32, 0] }
-- input { [1i32, 2] 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { empty([0]i32) 0i64 } error: Index \[0\] out of bounds for array of shape \[0\]

-- ==
-- entry: row
-- input { [[1i32, 2], [3, 4]] 1i64 } output { [[1i32, 2], [0, 0]] }
-- input { [[1i32, 2], [3, 4]] 2i64 } error: [Oo]ut of bounds

-- ==
-- entry: slice
-- input { [1i32, 2, 3] 1i64 } output { [1i32, 8, 9] }
-- input { [1i32, 2, 3] 2i64 } error: [Oo]ut of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] -1i64 } error: [Oo]ut of bounds for array of shape \[3\]

-- ==
-- entry: looped
-- input { [1i32, 2, 3] 3i64 } output { [0i32, 1, 2] }
-- input { [1i32, 2, 3] 4i64 } error: Index \[3\] out of bounds for array of shape \[3\]

entry element [n] (xs: *[n]i32) (i: i64) : [n]i32 = xs with [i] = 0
entry row [n] (a: *[n][2]i32) (i: i64) : [n][2]i32 = a with [i] = [0, 0]
entry slice [n] (xs: *[n]i32) (i: i64) : [n]i32 = xs with [i:i + 2] = [8, 9]
entry looped [n] (xs: *[n]i32) (k: i64) : [n]i32 = loop xs for i < k do xs with [i] = i32.i64 i
