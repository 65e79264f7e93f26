-- An argument of another constant size.
-- ==
-- error: error\[E0501\]: .*3.*2

def g (xs: [3]i32) : i32 = xs[0]
def f (ys: [2]i32) : i32 = g ys
