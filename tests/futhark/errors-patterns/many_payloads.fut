-- A constructor with too many payloads.
-- ==
-- error: #some

def f (x: i32) : #none | #some i32 = #some x x
