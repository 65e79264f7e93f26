-- The type of an array of functions.
-- ==
-- error: error\[E0503\]: an array has no elements of a lifted type

def f (fs: [](i32 -> i32)) : i32 = 1
entry main (x: i32) : i32 = x
