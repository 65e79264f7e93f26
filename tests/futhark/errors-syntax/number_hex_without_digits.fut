-- `0x` without digits.
-- ==
-- error: error\[E0103\]: malformed number `0x`

def f (x: i32) : i32 = x + 0x
