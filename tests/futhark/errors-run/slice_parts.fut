-- Slices out of bounds at either end, in either dimension, with steps of either sign.
-- ==
-- entry: ends
-- input { [1i32, 2, 3] 0i64 3i64 } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 0i64 4i64 } error: Index \[0:4\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] -1i64 3i64 } error: Index \[-1:3\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 3i64 2i64 } error: Index \[3:2\] out of bounds for array of shape \[3\]

-- ==
-- entry: from
-- input { [1i32, 2, 3] 3i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 4i64 } error: [Oo]ut of bounds for array of shape \[3\]

-- ==
-- entry: to
-- input { [1i32, 2, 3] 0i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] -1i64 } error: [Oo]ut of bounds for array of shape \[3\]

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] 1i64 2i64 } output { [[3i32, 4]] }
-- input { [[1i32, 2], [3, 4]] 1i64 3i64 } error: [Oo]ut of bounds for array of shape \[2\]\[2\]

-- ==
-- entry: backwards
-- input { [1i32, 2, 3] 2i64 0i64 } output { [3i32, 2] }
-- input { [1i32, 2, 3] 3i64 0i64 } error: Index \[3:0:-1\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 1i64 2i64 } error: Index \[1:2:-1\] out of bounds for array of shape \[3\]

entry ends (xs: []i32) (i: i64) (j: i64) : []i32 = xs[i:j]
entry from (xs: []i32) (i: i64) : []i32 = xs[i:]
entry to (xs: []i32) (j: i64) : []i32 = xs[:j]
entry rows (a: [][]i32) (i: i64) (j: i64) : [][]i32 = a[i:j]
entry backwards (xs: []i32) (i: i64) (j: i64) : []i32 = xs[i:j:-1]
