-- What is declared without a star may share memory, whatever the body does.
-- ==
-- error: error\[E0403\]: the result of this function may share memory with its argument

def f (xs: [2]i32) : [2]i32 = copy xs

def g : [2]i32 -> *[2]i32 = f

entry main (xs: [2]i32) : [2]i32 = (g xs) with [0] = 1
