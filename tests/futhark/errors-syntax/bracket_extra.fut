-- A bracket that nothing opened.
-- ==
-- error: error\[E0102\]: unexpected `\)`

def f (x: i32) : i32 = (x + 1))
