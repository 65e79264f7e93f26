-- No value of an unsigned type is negative.
-- ==
-- error: error\[E0103\]: -1 does not fit in u16

def f (x: u16) : i32 = match x case -1 -> 1 case _ -> 2
