-- Two parameters of one size get two constant sizes.
-- ==
-- error: error\[E0501\]: expected size 2, found 3

def g [n] (xs: [n]i32) (ys: [n]i32) : i32 = xs[0] + ys[0]
def f : i32 = g [1, 2] [1, 2, 3]
