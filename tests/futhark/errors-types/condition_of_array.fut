-- A condition is one bool.
-- ==
-- error: error\[E0301\]: expected bool, found \[n\]bool

def f [n] (a: [n]bool) : i32 = if a then 1 else 0
