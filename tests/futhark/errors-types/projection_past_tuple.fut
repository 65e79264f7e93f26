-- A pair has no third component.
-- ==
-- error: error\[E0303\]: there is no field `2` here

def f (p: (i32, i32)) : i32 = p.2
