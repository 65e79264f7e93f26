-- A pattern with its type is still refutable.
-- ==
-- error: no case for `false`

def f (x: bool) : i32 = match x case (true: bool) -> 1
