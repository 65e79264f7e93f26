-- Accumulators cannot be compared.
-- ==
-- error: an accumulator cannot be used as an ordinary value

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0 (\acc i -> if acc == acc then acc else intrinsics.acc_write acc i 1) is
