-- A case with too many payloads.
-- ==
-- error: error\[E0301\]: `#p` takes 1 value, and has 2 here

def f (x: #p i32) : i32 = match x case #p a b -> a + b
