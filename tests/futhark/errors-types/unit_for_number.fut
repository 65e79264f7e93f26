-- `()` is no number.
-- ==
-- error: error\[E0301\]: expected i32, found \(\)

def f (_x: i32) : i32 = ()
