-- The elements of an array have one rank.
-- ==
-- error: error\[E0301\]: expected \[1\]i32, found i32

def f (x: i32) = [[x], x]
