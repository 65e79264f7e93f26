-- The function must give back the accumulator that it was last given.
-- ==
-- error: E0401

entry main (xs: *[]i32) (is: []i64) =
  intrinsics.hist_stream xs (+) 0 (\acc i -> let a = intrinsics.acc_write acc i 1 in acc) is
