-- A case with a payload for a constructor without.
-- ==
-- error: error\[E0301\]: `#a` takes 0 values, not 1

def f (x: #a | #b) : i32 = match x case #a y -> y case #b -> 2
