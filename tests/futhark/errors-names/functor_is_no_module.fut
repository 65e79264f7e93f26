-- A parametric module has no names before it is applied.
-- ==
-- error: error\[E0203\]: `f` is a parametric module

module f (P: { val y : i32 }) = { def x = P.y }
def g (z: i32) : i32 = f.x + z
