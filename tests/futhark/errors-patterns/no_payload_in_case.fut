-- A case without the payload.
-- ==
-- error: error\[E0301\]: `#a` takes 1 value, not 0

def f (x: #a i32 | #b) : i32 = match x case #a -> 1 case #b -> 2
