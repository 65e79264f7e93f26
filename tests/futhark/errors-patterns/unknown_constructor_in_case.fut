-- A case for a constructor that the type does not have.
-- ==
-- error: #d

def f (x: #a | #b) : i32 = match x case #a -> 1 case #d -> 2 case _ -> 3
