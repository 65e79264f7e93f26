-- A number in the pattern of a `let`.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (x: i32) : i32 = let (0, y) = (x, 2) in y
