-- Nobody outside has accumulators.
-- ==
-- error: takes or returns an accumulator

entry main [n] (acc: *intrinsics.acc ([n]i32)) (i: i64) = intrinsics.acc_write acc i 1
