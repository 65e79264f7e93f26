-- A float has a digit before its point.
-- ==
-- error: error\[E0102\]: unexpected `\.5`

def f (x: f64) : f64 = x + .5
