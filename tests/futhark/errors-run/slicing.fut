-- Slices out of bounds, in every part and direction, while the full and the empty slices at the borders are fine.
-- ==
-- entry: part
-- input { [1i32, 2, 3] 0i64 3i64 } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 3i64 3i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 1i64 4i64 } error: Index \[1:4\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 2i64 1i64 } error: Index \[2:1\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] -1i64 2i64 } error: Index \[-1:2\] out of bounds for array of shape \[3\]

-- ==
-- entry: strided
-- input { [1i32, 2, 3, 4, 5] 0i64 5i64 2i64 } output { [1i32, 3, 5] }
-- input { [1i32, 2, 3, 4, 5] 4i64 0i64 -2i64 } output { [5i32, 3] }
-- input { [1i32, 2, 3, 4, 5] 0i64 5i64 0i64 } error: Index \[0:5:0\]
-- input { [1i32, 2, 3, 4, 5] 5i64 0i64 -1i64 } error: Index \[5:0:-1\] out of bounds for array of shape \[5\]
-- input { [1i32, 2, 3, 4, 5] 0i64 7i64 2i64 } error: Index \[0:7:2\] out of bounds for array of shape \[5\]

-- ==
-- entry: columns
-- input { [[1i32, 2, 3], [4, 5, 6]] 1i64 3i64 } output { [[2i32, 3], [5, 6]] }
-- input { [[1i32, 2, 3], [4, 5, 6]] 1i64 4i64 } error: [Oo]ut of bounds for array of shape \[2\]\[3\]

-- ==
-- entry: target
-- input { [1i32, 2, 3] 1i64 [8i32, 9] } output { [1i32, 8, 9] }
-- input { [1i32, 2, 3] 2i64 [8i32, 9] } error: [Oo]ut of bounds

-- ==
-- entry: prelude
-- input { [1i32, 2, 3] 2i64 } output { [1i32, 2] [3i32] }
-- input { [1i32, 2, 3] 4i64 } error: [Oo]ut of bounds
-- input { [1i32, 2, 3] -1i64 } error: [Oo]ut of bounds

-- ==
-- entry: ends
-- input { [5i32, 6] } output { 5i32 6i32 }
-- input { empty([0]i32) } error: [Oo]ut of bounds

entry part (xs: []i32) (from: i64) (to: i64) : []i32 = xs[from:to]

entry strided (xs: []i32) (from: i64) (to: i64) (step: i64) : []i32 = xs[from:to:step]

entry columns [n][m] (a: [n][m]i32) (from: i64) (to: i64) : [n][]i32 = a[:, from:to]

entry target [n][m] (xs: *[n]i32) (at: i64) (part: [m]i32) : [n]i32 = xs with [at:at + m] = part

entry prelude (xs: []i32) (k: i64) : ([]i32, []i32) = (take k xs, drop k xs)

entry ends (xs: []i32) : (i32, i32) = (head xs, last xs)
