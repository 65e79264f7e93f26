-- Two kinds of floats do not mix.
-- ==
-- error: error\[E0301\]: expected f32, found f64

def f (a: f32) (b: f64) : f32 = a * b
