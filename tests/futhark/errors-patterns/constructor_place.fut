-- The place is the constructor, not all around it.
-- ==
-- error: `#b` takes 0 values, not 1(.|\n)*\| +\^ this has 1 value

def f (b: bool) : #a | #b =
  if b then #a
  else #b 1
