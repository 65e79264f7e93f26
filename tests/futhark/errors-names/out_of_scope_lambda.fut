-- A lambda's parameter is not known outside of it.
-- ==
-- error: error\[E0201\]: `y` is not defined

def f (x: i32) : i32 = (\y -> y + x) 1 + y
