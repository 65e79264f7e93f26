-- The result's type stands after a colon.
-- ==
-- error: error\[E0102\]: unexpected `->`

def f (x: i32) -> i32 = x
