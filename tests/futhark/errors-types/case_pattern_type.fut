-- A pattern's literal has the type of what is matched.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (x: i32) : i32 = match x case true -> 1 case _ -> 0
