-- A type that the module does not have.
-- ==
-- error: error\[E0202\]: .*`.*t`

module m = { def x = 5i32 }
def f (y: m.t) : i32 = m.x
