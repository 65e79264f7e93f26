-- Indices stand in the brackets one by one.
-- ==
-- error: error\[E0304\]: expected an integer, found \(i64, i64\)

def f [n][m] (xs: [n][m]i32) (p: (i64, i64)) : i32 = xs[p]
