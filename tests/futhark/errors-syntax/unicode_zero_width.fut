-- A character that nobody sees.
-- ==
-- error: error\[E0101\]: unknown character `\\u\{200b\}`

def f (x: i32) : i32 = x​ + 1
