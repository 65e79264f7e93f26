-- A constructor with two payloads gets a pair.
-- ==
-- error: error\[E0301\]: `#p` takes 2 values, and has 1 here

def f (x: i32) : #p i32 i32 = #p (x, x)
