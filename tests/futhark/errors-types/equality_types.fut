-- Both sides of `==` have one type.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (a: i32) (b: bool) : bool = a == b
