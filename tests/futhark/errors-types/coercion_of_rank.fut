-- A coercion does not change the rank.
-- ==
-- error: error\[E0301\]: expected \[3\]\[1\]i32, found \[\]i32

def f (x: []i32) = x :> [3][1]i32
