-- A lambda without parameters.
-- ==
-- error: error\[E0102\]: unexpected `->`

def f = \ -> 1
