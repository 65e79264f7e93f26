-- A slice from `i` to `j` has the size `j - i`.
-- ==
-- error: E0501.*j - i

entry main [n] (i: i64) (j: i64) (xs: [n]i64) : [j]i64 = xs[i:j]
