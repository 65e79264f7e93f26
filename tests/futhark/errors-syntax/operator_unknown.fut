-- An operator that nothing defines.
-- ==
-- error: error\[E0201\]: `\+\+\+`

def f (x: i32) : i32 = x +++ 1
