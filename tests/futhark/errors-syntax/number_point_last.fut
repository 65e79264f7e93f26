-- A float has a digit after its point.
-- ==
-- error: error\[E0102\]: unexpected `\+`

def f (x: f64) : f64 = 5. + x
