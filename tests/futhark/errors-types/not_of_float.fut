-- `!` is for booleans and integers.
-- ==
-- error: error\[E0304\]: an integer or bool is needed, and this is f32

def f (a: f32) : f32 = !a
