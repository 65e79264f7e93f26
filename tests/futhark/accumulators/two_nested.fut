-- Two accumulators at a time: the inner stream's function writes to the outer one too.
-- ==
-- entry: main
-- input { [0i64, 1, 1] } output { [1i32, 2] [2i32, 1] }
-- input { empty([0]i64) } output { [0i32, 0] [0i32, 0] }

entry main (is: []i64) : ([2]i32, [2]i32) =
  unzip (intrinsics.hist_stream (replicate 2 (0i32, 0i32)) (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
    (\acc i ->
      let acc = intrinsics.acc_write acc i (1, 0)
      in intrinsics.acc_write acc (1 - i) (0, 1)) is)
