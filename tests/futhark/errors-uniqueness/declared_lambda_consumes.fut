-- A lambda that consumes, under a type that does not say so.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here

def g : [2]i32 -> i32 = \(xs: *[2]i32) -> (xs with [0] = 1)[1]

entry main (x: i32) : i32 = g [x, 2]
