-- Sizes are i64.
-- ==
-- error: error\[E0[0-9]*\]: .*i64.*i32|.*i32.*i64

def ones (n: i32) : [n]i32 = replicate (i64.i32 n) 1

entry main (n: i32) : i32 = (ones n)[0]
