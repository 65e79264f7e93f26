-- A value's name where a type is needed.
-- ==
-- error: error\[E0202\]: .*`pair`

def pair (x: i32) (y: i32) = (x, y)
def f (x: pair) = x
