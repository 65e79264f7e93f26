-- A traversal inside a stream may not write to the accumulator of the stream.
-- ==
-- error: `acc` may not be consumed

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0
    (\acc _ -> let _ = map (\j -> let _ = intrinsics.acc_write acc j 1 in j) is in acc) is
