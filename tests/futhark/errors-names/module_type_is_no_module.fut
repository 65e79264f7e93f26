-- A module type's name where a module is needed.
-- ==
-- error: error\[E0203\]: .*`mt`

module type mt = { val x : i32 }
def f (y: i32) : i32 = mt.x + y
