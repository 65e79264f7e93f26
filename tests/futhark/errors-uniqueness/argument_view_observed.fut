-- A view of the consumed argument is another argument.
-- ==
-- error: error\[E0404\]: a consumed argument shares memory with another argument

def fill [n] (xs: *[n]i32) (ys: []i32) : i32 = (xs with [0] = ys[1])[0]

entry main [n] (xs: *[n]i32) : i32 = fill xs xs[1:]
