-- A lifted type parameter has no place in an array.
-- ==
-- error: E0503

def f '~a (x: a) (y: a) = [x, y]
