-- A slice has at most three parts.
-- ==
-- error: error\[E0102\]: unexpected `:`

def f (xs: []i32) : []i32 = xs[0:1:2:3]
