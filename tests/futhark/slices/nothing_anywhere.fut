-- A slice that selects no elements is in bounds wherever it starts; other slices are not.
-- ==
-- entry: part
-- input { [1i32, 2, 3] 5i64 5i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] -4i64 -4i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 2i64 2i64 } output { empty([0]i32) }
-- input { empty([0]i32) 1i64 1i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 9223372036854775807i64 9223372036854775807i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] -9223372036854775808i64 -9223372036854775808i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 0i64 3i64 } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 5i64 6i64 } error: Index \[5:6\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 5i64 4i64 } error: Index \[5:4\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] -1i64 0i64 } error: Index \[-1:0\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 3i64 4i64 } error: Index \[3:4\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 9223372036854775807i64 -9223372036854775808i64 } error: out of bounds

-- ==
-- entry: strided
-- input { [1i32, 2, 3] 5i64 5i64 2i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] -4i64 -4i64 7i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 5i64 5i64 -2i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 5i64 5i64 1i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 5i64 5i64 -1i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 9i64 7i64 3i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 7i64 9i64 -3i64 } output { empty([0]i32) }
-- input { empty([0]i32) 1i64 1i64 -4i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 0i64 3i64 2i64 } output { [1i32, 3] }
-- input { [1i32, 2, 3] 2i64 -1i64 -2i64 } output { [3i32, 1] }
-- input { [1i32, 2, 3] 5i64 5i64 0i64 } error: Index \[5:5:0\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 1i64 1i64 0i64 } error: Index \[1:1:0\]
-- input { [1i32, 2, 3] 9i64 6i64 2i64 } error: Index \[9:6:2\]
-- input { [1i32, 2, 3] 6i64 9i64 -2i64 } error: Index \[6:9:-2\]
-- input { [1i32, 2, 3] 5i64 6i64 2i64 } error: Index \[5:6:2\]

-- ==
-- entry: backwards
-- input { [1i32, 2, 3] 5i64 5i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] -6i64 -6i64 } output { empty([0]i32) }
-- input { [1i32, 2, 3] 2i64 0i64 } output { [3i32, 2] }
-- input { [1i32, 2, 3] 5i64 4i64 } error: Index \[5:4:-1\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] 4i64 5i64 } error: Index \[4:5:-1\] out of bounds for array of shape \[3\]

-- ==
-- entry: half_open
-- input { [1i32, 2, 3] 3i64 -1i64 } output { empty([0]i32) [3i32, 2, 1] }
-- input { [1i32, 2, 3] 3i64 2i64 } output { empty([0]i32) empty([0]i32) }
-- input { [1i32, 2, 3] 4i64 -1i64 } error: Index \[4:3\]
-- input { [1i32, 2, 3] 3i64 3i64 } error: Index \[2:3:-1\]
-- input { [1i32, 2, 3] 3i64 -2i64 } error: Index \[2:-2:-1\]

-- ==
-- entry: constant
-- input { [1i32, 2, 3] } output { empty([0]i32) empty([0]i32) empty([0]i32) }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

entry part (xs: []i32) (i: i64) (j: i64) : []i32 = xs[i:j]
entry strided (xs: []i32) (i: i64) (j: i64) (s: i64) : []i32 = xs[i:j:s]
entry backwards (xs: []i32) (i: i64) (j: i64) : []i32 = xs[i:j:-1]
entry half_open (xs: []i32) (i: i64) (j: i64) : ([]i32, []i32) = (xs[i:], xs[:j:-1])
entry constant (xs: []i32) : ([]i32, []i32, []i32) = (xs[5:5], xs[-3:-3:-1], xs[7:7:2])
