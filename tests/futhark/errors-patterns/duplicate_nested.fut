-- One name twice, in a tuple and in a payload.
-- ==
-- error: error\[E0204\]: .*`a`

def f (x: (i32, #p i32)) : i32 = match x case (a, #p a) -> a
