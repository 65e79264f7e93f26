-- A coercion changes sizes, not element types.
-- ==
-- error: error\[E0301\]: expected \[3\]i64, found \[\]i32

def f (x: []i32) = x :> [3]i64
