-- The branches of `if` have one type.
-- ==
-- error: error\[E0301\]: expected \[n\]i32, found i32

def f [n] (c: bool) (xs: [n]i32) = if c then xs else xs[0]
