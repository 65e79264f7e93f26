-- A bool is no index.
-- ==
-- error: error\[E0304\]: an integer is needed, and this is bool

def f [n] (xs: [n]i32) (b: bool) : i32 = xs[b]
