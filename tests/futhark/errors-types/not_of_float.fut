-- `!` is for booleans and integers.
-- ==
-- error: error\[E0304\]: expected an integer or bool, found f32

def f (a: f32) : f32 = !a
