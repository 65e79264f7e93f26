-- The rows of a literal have one size.
-- ==
-- error: E0501.*expected size 2, found 3

entry main (x: i32) = [[x, x], [x, x, x]]
