-- A case's type is not the value's.
-- ==
-- error: error\[E0301\]: expected bool, found i32

def f (x: i32) : i32 = match x case (y: bool) -> 1
