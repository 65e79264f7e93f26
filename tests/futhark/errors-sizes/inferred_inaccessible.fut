-- The same, where the body makes it so.
-- ==
-- error: E0502.*`x`

def f (x: i64, _: i64) a = zip a (iota x)

entry main (n: i64) : i64 = length (f (n, 0) (replicate n true))
