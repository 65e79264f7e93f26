-- ==
-- error: `ys` may not be consumed

def second [n] ((xs, ys): (*[n]i32, [n]i32)) : [n]i32 = ys with [0] = xs[0]

entry main [n] (xs: *[n]i32) (ys: *[n]i32) : [n]i32 = second (xs, ys)
