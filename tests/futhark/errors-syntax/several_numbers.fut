-- Two malformed numbers in one definition.
-- ==
-- error: error\[E0103\]: malformed number `12abc`(.|\n)*E0103\]: malformed number `0xzz`

def f (x: i32) : i32 = 12abc + 0xzz
