-- Ranges do not chain.
-- ==
-- error: error\[E0102\]: unexpected `\.\.\.`

def f (n: i64) = 0...n...n
