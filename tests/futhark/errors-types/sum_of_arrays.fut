-- `+` adds numbers, not arrays.
-- ==
-- error: error\[E0304\]: a number is needed, and this is \[n\]i32

def f [n] (a: [n]i32) (b: [n]i32) : [n]i32 = a + b
