-- The branches of `if` have one type.
-- ==
-- error: error\[E0301\]: expected i32, found \(i32, i32\)

def f (c: bool) (x: i32) = if c then x else (x, x)
