-- A letter that is no hexadecimal digit.
-- ==
-- error: error\[E0103\]: malformed number `0xfg`

def f (x: i32) : i32 = x + 0xfg
