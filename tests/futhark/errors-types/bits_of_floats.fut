-- `&` is for integers.
-- ==
-- error: error\[E0304\]: an integer is needed, and this is f32

def f (a: f32) (b: f32) : f32 = a & b
