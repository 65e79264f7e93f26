-- The place is the constructor, not all around it.
-- ==
-- error: `#b` takes 0 values, and has 1 here(.|\n)*\| +\^ this has 1 value

def f (b: bool) : #a | #b =
  if b then #a
  else #b 1
