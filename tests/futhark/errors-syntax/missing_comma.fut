-- Two elements without a comma are an application, and then there is a stray number.
-- ==
-- error: error\[E0302\]: this is not a function

def f (x: i32) : [2]i32 = [x 1]
