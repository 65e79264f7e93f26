-- A size that only the result would tell.
-- ==
-- error: cannot infer the size `n` of the entry point `zeros`

entry zeros [n] (_: i32) : [n]i32 = replicate n 0
