-- The result of a function without `*` may be its argument, so it is not fresh.
-- ==
-- error: error\[E0403\]: the result of `fresh` is marked `\*` but shares memory

def same [n] (xs: [n]i32) : [n]i32 = xs

def fresh [n] (xs: [n]i32) : *[n]i32 = same xs

entry main [n] (xs: [n]i32) : [n]i32 = fresh xs
