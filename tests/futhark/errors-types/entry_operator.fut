-- An operator cannot be an entry point.
-- ==
-- error: error\[E0603\]: .*

entry (+++) (x: i32) (y: i32) : i32 = x + y
