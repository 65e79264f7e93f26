-- The array that a stream writes to is consumed.
-- ==
-- error: E0401

entry main [n] (xs: *[n]i32) (is: []i64) =
  let r = intrinsics.hist_stream xs (+) 0 (\acc i -> intrinsics.acc_write acc i 1) is
  in (r, xs)
