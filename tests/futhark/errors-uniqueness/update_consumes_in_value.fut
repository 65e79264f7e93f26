-- The new value consumes the array that is updated.
-- ==
-- error: error\[E0401\]: `xs` is used after it was consumed

entry main [n] (xs: *[n]i32) : [n]i32 = xs with [0] = (xs with [1] = 2)[1]
