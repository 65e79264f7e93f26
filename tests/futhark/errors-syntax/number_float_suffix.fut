-- A float with an integer's suffix.
-- ==
-- error: error\[E0103\]: malformed number `1.5i32`

def f (x: i32) : i32 = x + 1.5i32
