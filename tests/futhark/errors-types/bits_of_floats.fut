-- `&` is for integers.
-- ==
-- error: error\[E0304\]: expected an integer, found f32

def f (a: f32) (b: f32) : f32 = a & b
