-- A lambda's parameter is a constructor of several.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (xs: [](#none | #some i32)) : []i32 = map (\(#some x) -> x) xs
