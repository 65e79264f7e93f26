-- An ascription is a promise.
-- ==
-- error: error\[E0301\]: expected i64, found i32

def f (x: i32) = (x : i64)
