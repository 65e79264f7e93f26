-- A case with too few payloads.
-- ==
-- error: error\[E0301\]: `#p` takes 2 values, not 1

def f (x: #p i32 i32) : i32 = match x case #p a -> a
