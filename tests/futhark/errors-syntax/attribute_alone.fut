-- An attribute at the end of a program belongs to nothing.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = x
#[inline]
