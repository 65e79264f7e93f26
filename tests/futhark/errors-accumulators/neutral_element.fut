-- The neutral element has the type of the elements.
-- ==
-- error: E0301

entry main (xs: *[]i32) (is: []i64) =
  intrinsics.hist_stream xs (+) 0f32 (\acc i -> intrinsics.acc_write acc i 1) is
