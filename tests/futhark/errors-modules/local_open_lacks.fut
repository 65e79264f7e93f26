-- The module opened has no such module.
-- ==
-- error: error\[E0203\]: there is no module `c`

module a = { def z = 1i32 }
def f (x: i32) : i32 = a.(c.z + x)
