-- A lifted type of a module has no equality.
-- ==
-- error: error\[E0304\]: expected something with `==`, found m\.t

module m : { type^ t val x : t } = { type^ t = i32 -> i32 def x = \(y: i32) -> y }
def y = m.x == m.x
