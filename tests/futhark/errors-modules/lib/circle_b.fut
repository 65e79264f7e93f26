-- The other one of two files that import each other.
-- ==
-- error: E0207

module a = import "circle_a"
