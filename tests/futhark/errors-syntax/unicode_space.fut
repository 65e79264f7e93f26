-- A no-break space is not white space.
-- ==
-- error: error\[E0101\]: unknown character `\\u\{a0\}`

def f (x: i32) : i32 = x + 1
