-- No integer type goes below -2^63.
-- ==
-- error: error\[E0103\]: -9223372036854775809 does not fit in i64

def x : i64 = -9223372036854775809
