-- Nothing tells the size of a slice with a stride.
-- ==
-- error: E0501

entry main [n] (xs: [n]i64) : [n]i64 = xs[::2]
