-- An array of functions, in a type.
-- ==
-- error: error\[E0503\]: array elements cannot have a lifted type

type^ u = [2](i32 -> i32)
