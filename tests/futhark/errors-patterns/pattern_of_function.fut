-- A function cannot be matched by a number.
-- ==
-- error: error\[E0301\]: expected i32 -> i32, found a number

def g (x: i32) : i32 = x
def f : i32 = match g case 0 -> 1 case _ -> 2
