-- Type parameters stand before the parameters.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) 'a (y: a) : a = y
