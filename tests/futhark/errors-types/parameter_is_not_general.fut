-- A lambda's parameter has one type for all its uses.
-- ==
-- error: error\[E0301\]: expected i32, found f32

def f (x: i32) (y: f32) = (\g -> (g x, g y)) (\z -> z)
