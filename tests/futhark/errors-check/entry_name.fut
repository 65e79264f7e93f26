-- The name of an entry point has no prime, for other languages must be able to say it.
-- ==
-- error: error\[E0603\]: .*

entry step' (x: i32) : i32 = x + 1
