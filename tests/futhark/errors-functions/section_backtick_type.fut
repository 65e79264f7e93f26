-- A backtick section's operand has the wrong type.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (xs: []i32) : []i32 = map (`i32.max` true) xs
