-- An array and its update in one tuple.
-- ==
-- error: error\[E0401\]: `xs`

entry main [n] (xs: *[n]i32) : ([n]i32, [n]i32) = (xs with [0] = 7, xs)
