-- Another function's size.
-- ==
-- error: error\[E0201\]: `n` is not defined

def f [n] (xs: [n]i64) : i64 = n + xs[0]
def g (xs: []i64) : i64 = f xs + n
