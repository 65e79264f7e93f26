-- One bool has no case.
-- ==
-- error: no case for `false`

def f (x: bool) : i32 = match x case true -> 1
