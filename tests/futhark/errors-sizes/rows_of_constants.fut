-- A matrix literal whose rows are parameters of two sizes.
-- ==
-- error: error\[E0501\]: expected size n, found m

def f [n][m] (xs: [n]i32) (ys: [m]i32) : [2][n]i32 = [xs, ys]
