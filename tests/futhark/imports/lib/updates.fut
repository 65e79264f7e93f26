def set [n] (xs: *[n]i32) (x: i32) : *[n]i32 = xs with [0] = x
