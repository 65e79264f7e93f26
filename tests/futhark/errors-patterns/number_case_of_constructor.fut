-- A number as the pattern of a constructor.
-- ==
-- error: error\[E0301\]: expected #a \| #b, found a number

def f (x: #a | #b) : i32 = match x case 1 -> 1 case _ -> 2
