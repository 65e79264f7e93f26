-- Streams inside traversals, inside loops, and inside other streams.

-- ==
-- entry: per_row
-- input { [[0i64, 1], [1, 1]] } output { [[1i32, 1, 0], [0, 2, 0]] }
-- input { empty([0][2]i64) } output { empty([0][3]i32) }

-- ==
-- entry: rounds
-- input { 3i32 [0i64, 2, 2] } output { [4i64, 1, 7] }
-- input { 0i32 [0i64, 2, 2] } output { [1i64, 1, 1] }

-- ==
-- entry: inside
-- input { [1i64, 2, 2] } output { [0i64, 1, 4, 0] }

entry per_row (iss: [][]i64) : [][3]i32 =
  map (\is -> intrinsics.hist_stream (replicate 3 0) (+) 0 (\acc i -> intrinsics.acc_write acc i 1) is) iss

entry rounds (n: i32) (is: []i64) : []i64 =
  loop xs = replicate 3 1 for _i < n do
    intrinsics.hist_stream xs (+) 0 (\acc i -> intrinsics.acc_write acc i 1) is

-- How often each element occurs, written where it occurs: with a stream of its own for each.
entry inside (is: []i64) : []i64 =
  let visit (acc: *intrinsics.acc ([4]i64)) (i: i64) =
    let count (inner: *intrinsics.acc ([1]i64)) (j: i64) = if i == j then intrinsics.acc_write inner 0 1 else inner
    let found = intrinsics.hist_stream [0i64] (+) 0 count is
    in intrinsics.acc_write acc i found[0]
  in intrinsics.hist_stream (replicate 4 0) (+) 0 visit is
