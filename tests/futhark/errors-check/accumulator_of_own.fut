-- Only a stream makes accumulators.
-- ==
-- error: expected intrinsics.acc

def f (xs: *[]i32) (i: i64) = intrinsics.acc_write xs i 1
