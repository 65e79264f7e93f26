-- The caller of an entry point says no sizes.
-- ==
-- error: E0502.*`n`

entry main [n] : [0][n]i32 = []
