-- A name in a pattern is bound anew, so the next case is never reached, and the types differ.
-- ==
-- error: error\[E0301\]: expected i64, found i32

def limit : i64 = 5
def f (x: i32) : i64 = match x case limit -> limit
