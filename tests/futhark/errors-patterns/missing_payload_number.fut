-- A payload's numbers need a case for the others.
-- ==
-- error: no case for `#some _`

def f (x: #none | #some i32) : i32 = match x case #none -> 1 case #some 0 -> 2
