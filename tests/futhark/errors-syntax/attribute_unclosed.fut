-- An attribute that does not end.
-- ==
-- error: error\[E0102\]: unexpected

#[inline
def f (x: i32) : i32 = x
