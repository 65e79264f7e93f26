-- A size that only the result would tell.
-- ==
-- error: no argument of the entry point `zeros` tells the size `n`

entry zeros [n] (_: i32) : [n]i32 = replicate n 0
