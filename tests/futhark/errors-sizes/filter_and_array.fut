-- The result of `filter` has a size of its own.
-- ==
-- error: E0501

entry main [n] (xs: [n]i32) : [n]i32 = filter (> 0) xs
