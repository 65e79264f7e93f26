-- The type of an array of functions.
-- ==
-- error: error\[E0503\]: array elements cannot have a lifted type

def f (fs: [](i32 -> i32)) : i32 = 1
entry main (x: i32) : i32 = x
