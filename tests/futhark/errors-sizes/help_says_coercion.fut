-- The message says how to claim a size.
-- ==
-- error: write `:> \[n\]i32`

entry main [n] [m] (_xs: [n]i32) (ys: [m]i32) : [n]i32 = ys
