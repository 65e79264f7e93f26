-- A stream consumes the array that it writes to.
-- ==
-- error: `xs` is used after it was consumed

def f (xs: *[]i32) (is: []i64) =
  let ys = intrinsics.scatter_stream xs (\acc i -> intrinsics.acc_write acc i 1) is
  in (xs, ys)
