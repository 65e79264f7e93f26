-- Rows that `filter` gives have no common size.
-- ==
-- error: E0501.*different sizes

entry main [n] [m] (xss: [n][m]i32) = map (filter (> 0)) xss
