-- A bool has no negative.
-- ==
-- error: error\[E0304\]: a number is needed, and this is bool

def f (a: bool) : bool = -a
