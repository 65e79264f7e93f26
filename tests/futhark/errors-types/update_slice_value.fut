-- A number where an array is needed.
-- ==
-- error: error\[E0301\]: expected \[1\]i32, found i32

def f [n] (xs: *[n]i32) : [n]i32 = xs with [0:1] = 1i32
