-- `f32.i32` takes an i32.
-- ==
-- error: error\[E0301\]: expected i32, found i64

def f (n: i64) : f32 = f32.i32 n
