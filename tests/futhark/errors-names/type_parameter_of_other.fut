-- A type parameter belongs to its function.
-- ==
-- error: error\[E0202\]: .*`a`

def f 'a (x: a) : a = x
def g (x: a) : a = x
