-- A function cannot be its own argument.
-- ==
-- error: error\[E0305\]: a type that would contain itself

def f = \g -> g g
