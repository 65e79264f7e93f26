-- One name for two sizes.
-- ==
-- error: error\[E0204\]: .*`n`

def f [n][n] (xs: [n]i32) : i64 = n + i64.i32 xs[0]
