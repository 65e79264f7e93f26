-- A stream writes to an array of its own.
-- ==
-- error: `xs` may not be consumed

def f (xs: []i32) (is: []i64) = intrinsics.scatter_stream xs (\acc i -> intrinsics.acc_write acc i 1) is
