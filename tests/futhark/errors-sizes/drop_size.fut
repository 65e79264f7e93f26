-- `drop k` gives `n - k` elements.
-- ==
-- error: E0501.*n - k

entry main [n] (k: i64) (xs: [n]i64) : [n]i64 = drop k xs
