-- The functions do not fit together.
-- ==
-- error: error\[E0301\]: expected i64 -> a, found i32 -> i32

def f : i32 -> bool = i64.i32 >-> i32.abs >-> bool.i32
