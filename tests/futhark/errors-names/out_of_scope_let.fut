-- A name of an inner `let` is not known outside of it.
-- ==
-- error: error\[E0201\]: `y` is not defined

def f (x: i32) : i32 = (let y = x + 1 in y) + y
