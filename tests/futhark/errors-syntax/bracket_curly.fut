-- A curly bracket that is not closed.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) = {a = x, b = 2

def g (x: i32) : i32 = x
