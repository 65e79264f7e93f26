-- An ascription takes no consumption away.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here

def f (xs: *[2]i32) : [2]i32 = xs with [0] = 1

entry main (xs: [2]i32) : [2]i32 = (f : [2]i32 -> [2]i32) xs
