-- A local name with a type that does not say that the function consumes.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here

def f (xs: *[2]i32) : i32 = (xs with [0] = 1)[1]

entry main (x: i32) : i32 = let g : [2]i32 -> i32 = f in g [x, 2]
