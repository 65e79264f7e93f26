-- A case with too many payloads.
-- ==
-- error: error\[E0301\]: `#p` takes 1 value, not 2

def f (x: #p i32) : i32 = match x case #p a b -> a + b
