-- A suffix that is no type.
-- ==
-- error: error\[E0103\]: malformed number `5i31`

def f (x: i32) : i32 = x + 5i31
