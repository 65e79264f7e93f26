-- A loop's parameter is a constructor of several.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (n: i32) (o: #none | #some i32) : #none | #some i32 =
  loop (#some x) = o for i < n do #some (x + i)
