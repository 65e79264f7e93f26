-- `length xs` is an expression of its own, not the size `n`.
-- ==
-- error: E0501.*expected size n, found length xs

entry main [n] (xs: [n]i64) : [n]i64 = map2 (+) xs (iota (length xs))
