-- The same for one that the type does not have.
-- ==
-- error: has no constructor `#c`(.|\n)*\| +\^ this is no value of #a \| #b

def f : [2](#a | #b) =
  [#a,
   #c]
