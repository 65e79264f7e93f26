-- A parameter that is not bound because a `_` is.
-- ==
-- error: error\[E0201\]: `x` is not defined

def f (_x: i32) : i32 = x + 1
