-- A part of a parameter is not known to callers: no other parameter may have it as its size.
-- ==
-- error: E0502.*`x`

def f (x: i64, y: i64) (a: [x]bool) = a[y]

entry main (n: i64) = f (n, 0) (replicate n true)
