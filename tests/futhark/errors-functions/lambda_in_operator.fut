-- A lambda is no operand of `+`.
-- ==
-- error: error\[E0301\]: expected i32, found a -> a

def f (x: i32) : i32 = x + (\y -> y)
