-- Two unique components of a result are one array.
-- ==
-- error: error\[E0403\]: the result of `twice` is marked `\*` but shares memory

def twice [n] (xs: *[n]i32) : (*[n]i32, *[n]i32) = (xs, xs)

entry main [n] (xs: *[n]i32) : i32 = (twice xs).0[0]
