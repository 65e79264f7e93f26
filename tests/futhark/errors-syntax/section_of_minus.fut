-- A minus and a number are a negative number, not a function.
-- ==
-- error: error\[E0301\]: expected a -> b, found a number

def f (xs: []i32) : []i32 = map (- 1) xs
