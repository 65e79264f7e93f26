-- A case with a literal of another type than the payload.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (x: #a i32 | #b) : i32 = match x case #a true -> 1 case _ -> 2
