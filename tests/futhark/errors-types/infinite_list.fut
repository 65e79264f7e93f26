-- A value cannot be an element of itself.
-- ==
-- error: error\[E0305\]: a type that would contain itself

def f x = [x, [x]]
