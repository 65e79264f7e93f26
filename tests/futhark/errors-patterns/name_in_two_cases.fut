-- A name bound in one case with another type than its use in the other.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (x: #a i32 | #b bool) : i32 = match x case #a y -> y case #b y -> y
