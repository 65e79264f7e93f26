-- A function type without `*` does not admit a function that consumes.
-- ==
-- error: error\[E0402\]: a function that consumes its argument is not allowed here

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

def apply [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) : [n]i32 = f xs

entry main [n] (xs: *[n]i32) : [n]i32 = apply clear xs
