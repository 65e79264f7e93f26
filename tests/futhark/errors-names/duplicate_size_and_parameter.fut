-- One name for a size and a parameter.
-- ==
-- error: error\[E0204\]: .*`n`

def f [n] (n: i64) (xs: [n]i32) : i64 = n + i64.i32 xs[0]
