-- A name between backticks that does not end.
-- ==
-- error: error\[E0102\]: unexpected `3`

def f (x: i32) : i32 = x `i32.max 3
