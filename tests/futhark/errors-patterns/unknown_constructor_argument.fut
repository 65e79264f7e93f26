-- An argument of a constructor that the type does not have.
-- ==
-- error: #d

def g (x: #a | #b) : i32 = match x case #a -> 1 case #b -> 2
def f : i32 = g #d
