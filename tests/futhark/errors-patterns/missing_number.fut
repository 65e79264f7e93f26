-- Numbers need a case for the others.
-- ==
-- error: no case for any other value

def f (x: i32) : i32 = match x case 0 -> 1 case 1 -> 2
