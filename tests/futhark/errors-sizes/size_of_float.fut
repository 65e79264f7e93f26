-- A size is an i64.
-- ==
-- error: error\[E0301\]: expected i64, found f32

def f (n: f32) : [n]i32 = replicate 3 0
