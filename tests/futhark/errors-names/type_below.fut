-- A type is used above its definition.
-- ==
-- error: `pair` is defined further down

def g (p: pair) : i32 = p.0
type pair = (i32, i32)
