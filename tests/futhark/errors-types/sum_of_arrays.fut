-- `+` adds numbers, not arrays.
-- ==
-- error: error\[E0304\]: expected a number, found \[n\]i32

def f [n] (a: [n]i32) (b: [n]i32) : [n]i32 = a + b
