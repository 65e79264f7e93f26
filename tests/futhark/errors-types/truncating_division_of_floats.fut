-- `//` is for integers.
-- ==
-- error: error\[E0304\]: an integer is needed, and this is f64

def f (a: f64) : f64 = a // 2
