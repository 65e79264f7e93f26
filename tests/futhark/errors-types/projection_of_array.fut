-- An array has no fields.
-- ==
-- error: error\[E0303\]: there is no field `x` here

def f (ps: []{x: i32}) : []i32 = ps.x
