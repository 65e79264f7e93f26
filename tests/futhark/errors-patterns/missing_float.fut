-- Floats need a case for the others.
-- ==
-- error: no case for

def f (x: f64) : i32 = match x case 0.5 -> 1
