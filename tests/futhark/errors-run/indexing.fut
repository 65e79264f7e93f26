-- Indices out of bounds: reading, partial indexing, updating, with the offending values in the message; an index
-- that is never used by the result of a branch not taken does no harm.
-- ==
-- entry: read
-- input { [1i32, 2, 3] 0i64 } output { 1i32 }
-- input { [1i32, 2, 3] 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] -1i64 } error: Index \[-1\] out of bounds for array of shape \[3\]
-- input { empty([0]i32) 0i64 } error: Index \[0\] out of bounds for array of shape \[0\]

-- ==
-- entry: matrix
-- input { [[1i32, 2], [3, 4], [5, 6]] 2i64 1i64 } output { 6i32 }
-- input { [[1i32, 2], [3, 4], [5, 6]] 1i64 2i64 } error: Index \[1, 2\] out of bounds for array of shape \[3\]\[2\]
-- input { [[1i32, 2], [3, 4], [5, 6]] 3i64 0i64 } error: Index \[3, 0\] out of bounds for array of shape \[3\]\[2\]

-- ==
-- entry: row
-- input { [[1i32, 2], [3, 4]] 1i64 } output { [3i32, 4] }
-- input { [[1i32, 2], [3, 4]] 2i64 } error: [Oo]ut of bounds
-- input { empty([0][2]i32) 0i64 } error: [Oo]ut of bounds

-- ==
-- entry: update
-- input { [1i32, 2] 1i64 } output { [1i32, 9] }
-- input { [1i32, 2] 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { [1i32, 2] -2i64 } error: Index \[-2\] out of bounds for array of shape \[2\]

-- ==
-- entry: inside_map
-- input { [1i32, 2, 3] [2i64, 0] } output { [3i32, 1] }
-- input { [1i32, 2, 3] [2i64, 0, 7] } error: Index \[7\] out of bounds for array of shape \[3\]
-- input { [1i32, 2, 3] empty([0]i64) } output { empty([0]i32) }

-- ==
-- entry: inside_loop
-- input { [1i32, 2, 3] 3i64 } output { 6i32 }
-- input { [1i32, 2, 3] 5i64 } error: Index \[3\] out of bounds for array of shape \[3\]

-- ==
-- entry: guarded
-- input { [1i32, 2, 3] 2i64 } output { 3i32 }
-- input { [1i32, 2, 3] 3i64 } output { 0i32 }
-- input { [1i32, 2, 3] -1i64 } output { 0i32 }

-- ==
-- entry: small_type
-- input { [1i32, 2, 3] 2u8 } output { 3i32 }
-- input { [1i32, 2, 3] 255u8 } error: Index \[255\] out of bounds for array of shape \[3\]

entry read (xs: []i32) (i: i64) : i32 = xs[i]

entry matrix (a: [][]i32) (i: i64) (j: i64) : i32 = a[i, j]

entry row [n][m] (a: [n][m]i32) (i: i64) : [m]i32 = a[i]

entry update [n] (xs: *[n]i32) (i: i64) : [n]i32 = xs with [i] = 9

entry inside_map [n][k] (xs: [n]i32) (is: [k]i64) : [k]i32 = map (\i -> xs[i]) is

entry inside_loop (xs: []i32) (n: i64) : i32 = loop total = 0 for i < n do total + xs[i]

entry guarded [n] (xs: [n]i32) (i: i64) : i32 = if i >= 0 && i < n then xs[i] else 0

entry small_type (xs: []i32) (i: u8) : i32 = xs[i]
