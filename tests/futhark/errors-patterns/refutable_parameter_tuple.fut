-- A number in a function's parameter.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f ((0, x): (i32, i32)) : i32 = x
