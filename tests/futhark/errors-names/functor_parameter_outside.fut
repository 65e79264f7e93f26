-- A parametric module's parameter is not known outside of it.
-- ==
-- error: error\[E0203\]: .*`P`

module m (P: { val y : i32 }) = { def x = P.y }
def f (z: i32) : i32 = P.y + z
