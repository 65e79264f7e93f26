-- A matrix where an array is needed.
-- ==
-- error: error\[E0301\]: expected \[\]i32, found \[\]\[\]i32

def f (xss: [][]i32) : i32 = i32.sum xss
