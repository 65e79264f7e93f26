-- Size parameters stand before the parameters.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) [n] (xs: [n]i32) : i32 = x + xs[0]
