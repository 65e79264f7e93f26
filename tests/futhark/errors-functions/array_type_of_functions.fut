-- The type of an array of functions.
-- ==
-- error: error\[E0197\]: a function must be known where it is compiled

def f (fs: [](i32 -> i32)) : i32 = 1
entry main (x: i32) : i32 = x
