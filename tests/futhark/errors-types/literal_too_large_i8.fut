-- 128 is no i8.
-- ==
-- error: error\[E0103\]: .*128

def f (x: i8) : i8 = x + 128
