-- A case without a pattern.
-- ==
-- error: error\[E0102\]: unexpected `->`

def f (x: i32) : i32 = match x case -> 1
