-- A bool in the pattern of a `let`.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (x: bool) : i32 = let true = x in 1
