-- A filter in a map would give rows of different sizes.
-- ==
-- error: .

entry positive (xss: [][]i32) = map (filter (> 0)) xss
