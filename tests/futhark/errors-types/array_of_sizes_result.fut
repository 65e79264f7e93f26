-- A result whose elements have sizes of their own.
-- ==
-- error: error\[E0503\]: array elements cannot have a lifted type

def f (x: i32) : [2](?[n].[n]i32) = [[x], [x]]
