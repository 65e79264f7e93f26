-- Accumulators cannot be compared.
-- ==
-- error: an accumulator stands where any value could

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0 (\acc i -> if acc == acc then acc else intrinsics.acc_write acc i 1) is
