-- A slice is an array, even of one element.
-- ==
-- error: error\[E0301\]: expected i32, found \[1\]i32

def f [n] (xs: [n]i32) : i32 = xs[0:1]
