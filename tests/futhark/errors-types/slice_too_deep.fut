-- More slices than dimensions.
-- ==
-- error: error\[E0310\]: this is not an array of enough dimensions

def f [n] (xs: [n]i32) : [][]i32 = xs[1:, :2]
