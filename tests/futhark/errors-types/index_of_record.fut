-- A record is not indexed.
-- ==
-- error: error\[E0310\]: this is not an array of enough dimensions

def f (x: {a: i32}) : i32 = x[0]
