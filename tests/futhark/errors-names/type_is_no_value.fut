-- A type's name where a value is needed.
-- ==
-- error: error\[E0201\]: `pair` is not defined

type pair = (i32, i32)
def f (x: i32) = pair x x
