-- An update of a slice without elements changes nothing, wherever the slice starts.
-- ==
-- entry: main
-- input { [1i32, 2, 3] 5i64 } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] -9223372036854775808i64 } output { [1i32, 2, 3] }
-- input { empty([0]i32) 5i64 } output { empty([0]i32) }

-- ==
-- entry: from
-- input { [1i32, 2, 3] 7i64 7i64 empty([0]i32) } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 1i64 2i64 [9i32] } output { [1i32, 9, 3] }
-- input { [1i32, 2, 3] 7i64 7i64 [9i32] } error: value of shape \[1\] written to a slice of shape \[0\]
-- input { [1i32, 2, 3] 7i64 8i64 [9i32] } error: Index \[7:8\] out of bounds for array of shape \[3\]

-- ==
-- entry: strided
-- input { [1i32, 2, 3] 7i64 7i64 2i64 empty([0]i32) } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 7i64 7i64 -2i64 empty([0]i32) } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 2i64 -1i64 -2i64 [8i32, 9] } output { [9i32, 2, 8] }
-- input { [1i32, 2, 3] 7i64 7i64 0i64 empty([0]i32) } error: Index \[7:7:0\]

-- ==
-- entry: matrix
-- input { [[1i32, 2], [3, 4]] 9i64 } output { [[1i32, 2], [3, 4]] }
-- input { [[1i32, 2], [3, 4]] -9i64 } output { [[1i32, 2], [3, 4]] }

-- ==
-- entry: moved
-- input { [1i32, 2, 3] 0i64 8i64 } output { [1i32, 2, 3] }
-- input { [1i32, 2, 3] 1i64 0i64 } output { [3i32, 2, 3] }
-- input { [1i32, 2, 3] 2i64 0i64 } output { [2i32, 3, 3] }
-- input { [1i32, 2, 3] 2i64 2i64 } error: Index \[2:4\] out of bounds for array of shape \[3\]

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] [0i64, 9] } output { [[1i32, 2], [3, 4]] }

entry main [n] (xs: *[n]i32) (i: i64) : [n]i32 = xs with [i:i] = []
entry from [n] (xs: *[n]i32) (i: i64) (j: i64) (vs: []i32) : [n]i32 = xs with [i:j] = vs
entry strided [n] (xs: *[n]i32) (i: i64) (j: i64) (s: i64) (vs: []i32) : [n]i32 = xs with [i:j:s] = vs
entry matrix [n] [m] (a: *[n][m]i32) (i: i64) : [n][m]i32 =
  let a[i:i] = replicate 0 (replicate m 0)
  let a[:, i:i] = replicate n []
  in a
entry moved [n] (xs: *[n]i32) (k: i64) (to: i64) : [n]i32 =
  let part = copy xs[n - k:n]
  in if to < n then xs with [to:to + k] = part else xs with [to:to + k] = copy part[5:5]
entry rows [n] [m] (a: [n][m]i32) (is: [n]i64) : [n][m]i32 =
  map2 (\row i -> copy row with [i:i] = copy row[2 * i:2 * i]) a is
