-- A function's parameter is a constructor of several.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (#some x : #none | #some i32) : i32 = x
