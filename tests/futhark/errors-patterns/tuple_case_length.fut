-- A pattern of three components for a pair.
-- ==
-- error: error\[E0301\]: expected \(i32, i32\), found \(_, _, _\)

def f (x: (i32, i32)) : i32 = match x case (a, b, c) -> a + b + c
