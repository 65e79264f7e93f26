-- An array of what may hold a function.
-- ==
-- error: error\[E0503\]: array elements cannot have a lifted type

type^ u = [2](#a (i32 -> i32) | #b)
