-- One operator is defined twice.
-- ==
-- error: error\[E0204\]: `\+\+\+` is defined twice

def (+++) (x: i32) (y: i32) = x + y
def x +++ y = x - y : i32
