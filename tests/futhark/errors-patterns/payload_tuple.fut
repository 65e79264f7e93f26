-- A constructor with two payloads gets a pair.
-- ==
-- error: error\[E0301\]: `#p` takes 2 values, not 1

def f (x: i32) : #p i32 i32 = #p (x, x)
