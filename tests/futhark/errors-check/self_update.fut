-- An update that puts a part of an array into the array itself must copy it.
-- ==
-- error: error\[E0405\]: `a`

entry main [n] (a: *[n][n]i32) : [n][n]i32 = a with [0] = a[1]
