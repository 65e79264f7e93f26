-- An index is an integer.
-- ==
-- error: f64

entry middle [n] (xs: [n]i32) : i32 = xs[f64.i64 n / 2]
