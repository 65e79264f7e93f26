-- A unique component of a result is a parameter.
-- ==
-- error: error\[E0403\]: the result of `pair` is marked `\*` but shares memory

def pair [n] (xs: [n]i32) : (i32, *[n]i32) = (1, xs)

entry main [n] (xs: [n]i32) : i32 = (pair xs).0
