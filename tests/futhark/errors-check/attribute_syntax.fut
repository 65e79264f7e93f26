-- An attribute has a name.
-- ==
-- error: error

def f (x: i32) : i32 = #[] x
