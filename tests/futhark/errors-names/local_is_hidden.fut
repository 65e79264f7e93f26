-- A `local` definition is not known outside of its module.
-- ==
-- error: error\[E0201\]: .*`g`

module m = { local def g (x: i32) : i32 = x def h (x: i32) : i32 = g x }
def f (x: i32) : i32 = m.g x
