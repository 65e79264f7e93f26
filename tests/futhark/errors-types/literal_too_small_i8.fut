-- -129 is no i8.
-- ==
-- error: error\[E0103\]: .*129

def f (x: i8) : i8 = x + -129
