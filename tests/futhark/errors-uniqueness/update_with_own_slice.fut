-- An update that puts a slice of an array into the array itself.
-- ==
-- error: error\[E0405\]: `xs`

entry main [n] (xs: *[n]i32) : [n]i32 = xs with [0:2] = xs[1:3]
