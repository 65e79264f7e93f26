-- An accumulator is no value of a type parameter that may be any value.
-- ==
-- error: an accumulator cannot be used as an ordinary value

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0 (\acc i -> iterate 3 (\a -> intrinsics.acc_write a i 1) acc) is
