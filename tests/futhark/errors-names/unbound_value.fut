-- A name that nothing defines.
-- ==
-- error: error\[E0201\]: `y` is not defined

def f (x: i32) : i32 = x + y
