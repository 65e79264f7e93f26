-- Two dots are only for a second element.
-- ==
-- error: error\[E0102\]: unexpected

def f (n: i64) : []i64 = [0..n]
