-- A row where an element is needed.
-- ==
-- error: error\[E0301\]: expected i32, found \[1\]number

def f [n] (xs: *[n]i32) : [n]i32 = xs with [0] = [1]
