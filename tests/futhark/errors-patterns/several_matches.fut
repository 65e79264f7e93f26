-- Two matches lack a case each.
-- ==
-- error: no case for `#b`(.|\n)*no case for `false`

def f (x: #a | #b) : i32 = match x case #a -> 1
def g (x: bool) : i32 = match x case true -> 1
