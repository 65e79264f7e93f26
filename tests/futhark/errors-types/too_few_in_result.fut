-- A function is missing its last argument.
-- ==
-- error: error\[E0301\]: expected i32, found \[\]number -> number

def f [n] (xs: [n]i32) : i32 = reduce (+) 0
