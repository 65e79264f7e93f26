-- The type of a definition without parameters may not hide that the function consumes its argument.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here
def first (xs: *[2]i32) : i32 = let xs[0] = 1 in xs[0]

def same : [2]i32 -> i32 = first

entry main (k: i32) : i32 = same [k, k]
