-- A matrix of two constant sizes where a square is needed.
-- ==
-- error: error\[E0501\]: expected size 3, found 2

def g [n] (xs: [n][n]i32) : i32 = xs[0, 0]
def f (m: [2][3]i32) : i32 = g m
