-- A value of a constructor that the type does not have.
-- ==
-- error: #d

def f (x: bool) : #a | #b = if x then #a else #d
