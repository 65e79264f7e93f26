-- A square bracket that is not closed.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : [2]i32 = [x, 1

def g (x: i32) : i32 = x
