-- A constructor without its payload.
-- ==
-- error: #some

def f (x: i32) : #none | #some i32 = #some
