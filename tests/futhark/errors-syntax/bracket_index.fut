-- An index that is not closed.
-- ==
-- error: error\[E0102\]: unexpected

def f (xs: []i32) : i32 = xs[0 + 1
