-- `scatter` writes what it consumes.
-- ==
-- error: error\[E0404\]: a consumed argument shares memory with another argument

entry main [n] (xs: *[n]i64) : [n]i64 = scatter xs (iota n) (reverse xs)
