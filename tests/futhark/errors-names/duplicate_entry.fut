-- Two entry points of one name.
-- ==
-- error: error\[E0204\]: `main` is defined twice

entry main (x: i32) : i32 = x
entry main (x: i64) : i64 = x
