-- The brackets stand before the element type.
-- ==
-- error: error\[E0309\]: .*`i32`

def f (xs: i32[3]) : i32 = xs[0]
