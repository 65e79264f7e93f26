-- Two type parameters are two types.
-- ==
-- error: error\[E0301\]: expected b, found a

def f 'a 'b (x: a) (_y: b) : b = x
