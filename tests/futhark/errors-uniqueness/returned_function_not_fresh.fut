-- A function that a function gives, whose result should be fresh and is a row of the outer argument.
-- ==
-- error: E0403

def f (xs: [2][2]i32) : [2]i32 -> *[2]i32 = \y -> xs[0]

entry main (xs: [2][2]i32) : [2]i32 = f xs xs[1] with [0] = 1
