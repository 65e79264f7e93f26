-- Handing an accumulator on consumes it, whatever the function does.
-- ==
-- error: `acc` is used after it was consumed

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0 (\acc i -> let b = id acc let _ = intrinsics.acc_write acc i 1 in b) is
