-- An array where an element is needed.
-- ==
-- error: error\[E0301\]: expected i32, found \[\]i32

def inc (a: i32) : i32 = a + 1

def f (xs: []i32) : i32 = inc xs
