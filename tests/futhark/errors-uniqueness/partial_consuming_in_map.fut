-- `map` gets a partial application that holds an array that it consumes.
-- ==
-- error: error\[E0402\]: a partial application may not consume its argument

def put [n] (xs: *[n]i32) (v: i32) : i32 = (xs with [0] = v)[0]

entry main [n] (xs: *[n]i32) (vs: []i32) : []i32 = map (put xs) vs
