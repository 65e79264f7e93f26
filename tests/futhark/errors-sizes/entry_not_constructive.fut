-- A size parameter of an entry point has to be the size of an array.
-- ==
-- error: E0502.*`x`

entry main [x] (a: [x + 1]i32) : i64 = x + length a
