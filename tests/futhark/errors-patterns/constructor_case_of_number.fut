-- A constructor as the pattern of a number.
-- ==
-- error: error\[E0301\]: .*

def f (x: i32) : i32 = match x case #a -> 1 case _ -> 2
