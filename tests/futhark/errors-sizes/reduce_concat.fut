-- A reduction keeps the size of what it reduces.
-- ==
-- error: E0501

entry main [n] [m] (xss: [n][m]i32) = reduce (++) [] xss
