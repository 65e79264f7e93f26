-- A lambda without its arrow.
-- ==
-- error: error\[E0102\]: unexpected

def f = \x x + 1
