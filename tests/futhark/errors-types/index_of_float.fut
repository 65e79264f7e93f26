-- An index is an integer.
-- ==
-- error: error\[E0304\]: an integer is needed, and this is f32

def f [n] (xs: [n]i32) (i: f32) : i32 = xs[i]
