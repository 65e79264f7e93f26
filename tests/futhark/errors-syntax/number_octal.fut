-- There are no octal numbers.
-- ==
-- error: error\[E0103\]: malformed number `0o17`

def f (x: i32) : i32 = x + 0o17
