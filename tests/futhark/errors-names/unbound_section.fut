-- A section of an operator that nothing defines.
-- ==
-- error: error\[E0201\]: `<\+>` is not defined

def f (xs: []i32) : []i32 = map (<+> 1) xs
