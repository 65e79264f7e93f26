-- A constructor with a payload of another type.
-- ==
-- error: error\[E0301\]: expected #none \| #some i32, found a sum with `#some`

def f (x: bool) : #none | #some i32 = #some x
