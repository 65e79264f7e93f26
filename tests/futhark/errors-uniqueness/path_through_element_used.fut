-- A path through an element consumes the array that it starts from.
-- ==
-- error: error\[E0401\]: `a` is used after it was consumed

entry main (a: *[2][2]i32) : ([2][2]i32, i32) = let b = a with [1][0] = 9 in (b, a[0, 0])
