-- A definition without a body.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 =

def g (x: i32) : i32 = x
