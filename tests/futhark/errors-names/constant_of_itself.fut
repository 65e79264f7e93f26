-- A constant cannot be made of itself.
-- ==
-- error: error\[E0201\]: `x` is not defined

def x : i32 = x + 1
