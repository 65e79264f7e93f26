-- The value before the pipe is not what the function takes.
-- ==
-- error: error\[E0301\]: expected i32, found i64

def f (n: i64) : i32 = n |> i32.abs
