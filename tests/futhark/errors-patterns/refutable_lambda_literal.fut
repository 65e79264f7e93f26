-- A number as a lambda's parameter.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (xs: []i32) : []i32 = map (\0 -> 1) xs
