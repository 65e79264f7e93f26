-- `+` adds numbers, not tuples.
-- ==
-- error: error\[E0304\]: expected a number, found \(f32, f32\)

def f (a: (f32, f32)) (b: (f32, f32)) : (f32, f32) = a + b
