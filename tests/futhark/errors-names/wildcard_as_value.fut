-- The wildcard is no name.
-- ==
-- error: error\[E0102\]: unexpected `_`

def f (_: i32) : i32 = _ + 1
