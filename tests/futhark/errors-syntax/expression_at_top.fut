-- A program is of definitions.
-- ==
-- error: error\[E0102\]: unexpected `1`

1 + 2

def f (x: i32) : i32 = x
