-- A result marked `*` must not be a part of a parameter that stays the caller's.
-- ==
-- error: error\[E0403\]: .*`same`

def same [n] (xs: [n]i32) : *[n]i32 = xs

entry main [n] (xs: [n]i32) : [n]i32 = same xs with [0] = 1
