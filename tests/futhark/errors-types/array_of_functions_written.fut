-- An array of functions, in a type.
-- ==
-- error: error\[E0503\]: an array has no elements of a lifted type

type^ u = [2](i32 -> i32)
