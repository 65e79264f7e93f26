-- An accumulator cannot be read.
-- ==
-- error: cannot index a value that is not an array

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0 (\acc i -> if acc[i] > 0 then acc else intrinsics.acc_write acc i 1) is
