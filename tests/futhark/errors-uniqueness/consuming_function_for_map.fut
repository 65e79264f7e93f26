-- A function that consumes its argument, where `map` wants one that does not.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

entry main [n][m] (xss: *[n][m]i32) : [n][m]i32 = map clear xss
