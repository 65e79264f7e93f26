-- Two calls of `filter` give two sizes.
-- ==
-- error: E0501

entry main (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
