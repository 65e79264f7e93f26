-- What is written is an element.
-- ==
-- error: expected i32, found bool

def f (xs: *[]i32) (is: []i64) : []i32 =
  intrinsics.hist_stream xs (+) 0 (\acc i -> intrinsics.acc_write acc i true) is
