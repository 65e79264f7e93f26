-- An index is an integer.
-- ==
-- error: error\[E0304\]: expected an integer, found f32

def f [n] (xs: [n]i32) (i: f32) : i32 = xs[i]
