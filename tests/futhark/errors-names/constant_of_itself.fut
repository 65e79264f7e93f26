-- A constant cannot be made of itself.
-- ==
-- error: error\[E0210\]: the value `x` is defined in terms of itself

def x : i32 = x + 1
