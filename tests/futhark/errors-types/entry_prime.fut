-- A constructor's prime in an entry point's name.
-- ==
-- error: error\[E0603\]: the entry point `it's` has a `'` in its name

entry it's (x: i32) : i32 = x
