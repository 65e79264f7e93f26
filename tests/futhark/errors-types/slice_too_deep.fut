-- More slices than dimensions.
-- ==
-- error: error\[E0310\]: too many indices

def f [n] (xs: [n]i32) : [][]i32 = xs[1:, :2]
