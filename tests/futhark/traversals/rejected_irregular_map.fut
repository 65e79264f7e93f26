-- Each row that a map makes must have the same size, which these rows have not.
-- ==
-- error: .

entry triangle (n: i64) : [][]i64 = map (\i -> iota i) (iota n)
