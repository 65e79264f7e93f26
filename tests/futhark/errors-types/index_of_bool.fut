-- A bool is no index.
-- ==
-- error: error\[E0304\]: expected an integer, found bool

def f [n] (xs: [n]i32) (b: bool) : i32 = xs[b]
