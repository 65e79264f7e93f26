-- A vertical tab is no white space.
-- ==
-- error: error\[E0101\]: unknown character `.u\{b\}`

def f (x: i32) : i32 = x
