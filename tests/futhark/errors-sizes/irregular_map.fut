-- Every call of the function has to give the same size.
-- ==
-- error: E0501.*different sizes

entry main (n: i64) = map (\i -> iota i) (iota n)
