-- The type at the end of a path with an index in it stays.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (x: *[2]{a: i32}) : [2]{a: i32} = x with [0].a = true
