-- What a module opens locally, it does not have.
-- ==
-- error: error\[E0201\]: .*`g`

module k = { def g (x: i32) : i32 = x }
module m = { local open k def h (x: i32) : i32 = g x }
def f (x: i32) : i32 = m.g x
