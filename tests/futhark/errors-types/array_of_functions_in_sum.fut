-- An array of what may hold a function.
-- ==
-- error: error\[E0503\]: an array has no elements of a lifted type

type^ u = [2](#a (i32 -> i32) | #b)
