-- A type is used above its definition.
-- ==
-- error: error\[E0202\]: .*`pair`

def f (p: pair) : i32 = p.0
type pair = (i32, i32)
