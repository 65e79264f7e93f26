-- An element of another size than the others.
-- ==
-- error: E0501

entry main [n] [m] (xss: *[n][m]i32) (k: i64) : [n][m]i32 = xss with [0] = replicate k 0
