-- A number has no fields to update.
-- ==
-- error: error\[E0303\]: there is no field `a` here

def f (x: i32) : i32 = x with a = 1
