-- A parameter is no number.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f 0 = 1
