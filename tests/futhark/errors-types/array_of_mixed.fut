-- The elements of an array have one type.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (x: i32) (y: bool) = [x, y]
