-- A constant is handed to a consuming function.
-- ==
-- error: error\[E0402\]: `table`

def table : [3]i32 = [1, 2, 3]

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

entry main (_x: i32) : [3]i32 = clear table
