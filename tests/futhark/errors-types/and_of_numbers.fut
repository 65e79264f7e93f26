-- `&&` is for booleans.
-- ==
-- error: error\[E0301\]: expected bool, found i32

def f (a: i32) (b: bool) : bool = a && b
