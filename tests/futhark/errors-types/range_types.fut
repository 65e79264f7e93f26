-- Both ends of a range have one type.
-- ==
-- error: error\[E0301\]: expected i32, found i64

def f (a: i32) (b: i64) = a..<b
