-- Another function's parameter.
-- ==
-- error: error\[E0201\]: `x` is not defined

def f (x: i32) : i32 = x
def g (y: i32) : i32 = f y + x
