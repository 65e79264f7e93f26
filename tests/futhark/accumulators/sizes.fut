-- Accumulators whose size is named, anonymous or computed.

-- ==
-- entry: around
-- input { 3i64 [0i64, 4, 5] } output { [1i32, 1, 1] }

-- ==
-- entry: anonymous
-- input { [0i64, 1, 1] } output { [1i32, 2, 0] }

-- ==
-- entry: computed
-- input { 2i64 [0i64, 1, 1, 4] } output { [1i32, 2, 0, 0, 1] }

-- ==
-- entry: passed
-- input { [0i64, 1, 1] } output { [1i32, 2, 0] }

-- The function reads the size off its accumulator.
def around_the_end [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : *intrinsics.acc ([k]i32) =
  intrinsics.acc_write acc (i % k) 1

entry around (n: i64) (is: []i64) : [n]i32 = intrinsics.hist_stream (replicate n 0) (+) 0 around_the_end is

def count (acc: *intrinsics.acc ([]i32)) (i: i64) = intrinsics.acc_write acc i 1

entry anonymous (is: []i64) : []i32 = intrinsics.hist_stream (replicate 3 0) (+) 0 (\acc i -> count acc i) is

entry computed (n: i64) (is: []i64) : []i32 = intrinsics.hist_stream (replicate (2 * n + 1) 0) (+) 0 around_the_end is

-- Functions that know nothing of accumulators hand them on.
entry passed (is: []i64) : []i32 =
  intrinsics.hist_stream (replicate 3 0) (+) 0 (\acc i -> id acc |> (\acc -> intrinsics.acc_write acc i 1) |> id) is
