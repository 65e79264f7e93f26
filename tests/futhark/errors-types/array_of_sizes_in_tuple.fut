-- The sizes are hidden in a part of the element.
-- ==
-- error: error\[E0503\]: array elements cannot have a lifted type

type~ list = []i32
def f (x: [2](i32, {a: list})) : i32 = 1
