-- `scatter` reads the array that it consumes.
-- ==
-- error: error\[E0404\]: a consumed argument shares memory with another argument

entry main [n] (xs: *[n]i64) : [n]i64 = scatter xs xs (iota n)
