-- A local function's type parameter is not the outer one.
-- ==
-- error: error\[E0301\]: expected b, found a

def f 'a (x: a) : a =
  let g 'b (_y: b) : b = x
  in g x
