-- A number as the pattern of a tuple.
-- ==
-- error: error\[E0301\]: expected \(i32, i32\), found a number

def f (x: (i32, i32)) : i32 = match x case 0 -> 1 case _ -> 0
