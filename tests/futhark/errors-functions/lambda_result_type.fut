-- A lambda's written result is not its body's type.
-- ==
-- error: error\[E0301\]: expected i64, found i32

def f = \(x: i32) : i64 -> x
