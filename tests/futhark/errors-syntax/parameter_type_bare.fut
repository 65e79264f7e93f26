-- A parameter's type needs brackets.
-- ==
-- error: error\[E0102\]: unexpected

def f x: i32 y: i32 = x + y
