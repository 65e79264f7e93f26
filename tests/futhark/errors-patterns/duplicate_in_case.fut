-- One name twice in a case.
-- ==
-- error: error\[E0204\]: .*`a`

def f (x: (i32, i32)) : i32 = match x case (a, a) -> a
