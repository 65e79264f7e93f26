-- Nesting matters.
-- ==
-- error: error\[E0301\]: expected \(i32, \(i32, i32\)\), found \(\(i32, i32\), i32\)

def f (x: i32) : (i32, (i32, i32)) = ((x, x), x)
