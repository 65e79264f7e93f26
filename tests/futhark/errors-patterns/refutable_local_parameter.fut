-- A local function's parameter is a number.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (x: i32) : i32 = let g (1: i32) = 2 in g x
