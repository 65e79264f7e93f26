-- `//` is for integers.
-- ==
-- error: error\[E0304\]: expected an integer, found f64

def f (a: f64) : f64 = a // 2
