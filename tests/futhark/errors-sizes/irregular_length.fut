-- `length xs` is another size in each call.
-- ==
-- error: E0501.*different sizes

entry main [n] [m] (xss: [n][m]i32) = map (\xs -> iota (length xs)) xss
