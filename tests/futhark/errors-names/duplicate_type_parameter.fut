-- One name for two type parameters.
-- ==
-- error: error\[E0204\]: .*`a`

def f 'a 'a (x: a) : a = x
