-- A dollar sign means nothing.
-- ==
-- error: error\[E0101\]: .*\$

def f (x: i32) : i32 = $x
