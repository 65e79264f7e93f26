-- A size-lifted type parameter stands for no function.
-- ==
-- error: E0503.*function

def same '~t (x: t) : t = x

entry main (x: i32) : i32 = (same (\y -> y + 1i32)) x
