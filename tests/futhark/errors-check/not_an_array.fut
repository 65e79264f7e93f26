-- More indices than the array has dimensions.
-- ==
-- error: error\[E0310\]: .*array

entry main [n] (xs: [n]i32) : i32 = xs[0, 1]
