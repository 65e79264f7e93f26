-- Elements of the rows are arrays of one size.
-- ==
-- error: E0501

entry main [n] (xs: [n]i64) = flatmap' (\x -> map (\i -> iota i) (iota x)) xs
