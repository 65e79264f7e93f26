-- A match without cases.
-- ==
-- error: error\[E0102\]: unexpected

def f (x: i32) : i32 = match x

def g (x: i32) : i32 = x
