-- A function has no fields.
-- ==
-- error: error\[E0303\]: there is no field `a` here

def g (x: i32) = {a = x}

def f (x: i32) : i32 = g.a
