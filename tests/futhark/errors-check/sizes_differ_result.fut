-- A result whose size is not the promised one.
-- ==
-- error: error\[E0501\]: .*size

entry main [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs
