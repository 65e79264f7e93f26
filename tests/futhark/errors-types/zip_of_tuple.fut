-- `zip` takes two arrays one by one.
-- ==
-- error: error\[E0301\]: expected \[\]_, found \(\[n\]i32, \[n\]i32\)

def f [n] (xs: [n]i32) (ys: [n]i32) : [n](i32, i32) = zip (xs, ys)
