-- `take k` gives `k` elements.
-- ==
-- error: E0501.*expected size n, found k

entry main [n] (k: i64) (xs: [n]i64) : [n]i64 = take k xs
