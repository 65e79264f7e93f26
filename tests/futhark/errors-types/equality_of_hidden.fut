-- A type parameter's values cannot be compared.
-- ==
-- error: error\[E0304\]: .*a

def same 'a (x: a) (y: a) : bool = x == y
