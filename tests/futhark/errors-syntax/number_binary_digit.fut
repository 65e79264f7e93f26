-- A digit that is no binary one.
-- ==
-- error: error\[E0103\]: malformed number `0b12`

def f (x: i32) : i32 = x + 0b12
