-- The first value has the size that the loop says.
-- ==
-- error: E0501.*expected size 3, found n

entry main [n] (k: i64) (xs: [n]i32) = loop (ys: [3]i32) = xs for _i < k do ys
