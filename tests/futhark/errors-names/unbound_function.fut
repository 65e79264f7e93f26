-- A function that nothing defines.
-- ==
-- error: error\[E0201\]: `g` is not defined

def f (x: i32) : i32 = g x
