-- A constant and a function of one name.
-- ==
-- error: error\[E0204\]: `x` is defined twice

def x = 5i32
def x (y: i32) = y
