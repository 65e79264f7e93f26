-- The same for one that the type does not have.
-- ==
-- error: has no constructor `#c`(.|\n)*\| +\^ the expected type is #a \| #b

def f : [2](#a | #b) =
  [#a,
   #c]
