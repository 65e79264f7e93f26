-- Numbers need a case for the others, small ones too.
-- ==
-- error: no case for

def f (x: u8) : i32 = match x case 'a' -> 1 case 'b' -> 2
