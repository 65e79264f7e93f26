-- One payload has no case.
-- ==
-- error: no case for `#b \(?#d\)?`

def f (x: #a | #b (#c | #d)) : i32 = match x case #a -> 1 case #b #c -> 2
