-- A name between backticks that nothing defines.
-- ==
-- error: error\[E0201\]: `plus` is not defined

def f (x: i32) : i32 = x `plus` 1
