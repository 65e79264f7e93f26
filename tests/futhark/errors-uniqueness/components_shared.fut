-- ==
-- error: may share memory

def first [n] ((xs, ys): (*[n]i32, [n]i32)) : *[n]i32 = xs with [0] = ys[0]

entry main [n] (xs: *[n]i32) : [n]i32 = first (xs, xs)
