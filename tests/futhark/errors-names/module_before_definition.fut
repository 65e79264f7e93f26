-- A module is used above its definition.
-- ==
-- error: error\[E0203\]: .*`m`

def f (x: i32) : i32 = m.g x
module m = { def g (x: i32) : i32 = x }
