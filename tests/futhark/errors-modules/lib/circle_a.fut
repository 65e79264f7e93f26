-- One of two files that import each other.
-- ==
-- error: E0207

module b = import "circle_b"
