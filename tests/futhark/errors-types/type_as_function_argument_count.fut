-- A type without parameters gets one.
-- ==
-- error: error\[E0309\]: .*

def f (x: i32 bool) : i32 = 1
