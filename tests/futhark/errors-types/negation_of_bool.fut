-- A bool has no negative.
-- ==
-- error: error\[E0304\]: expected a number, found bool

def f (a: bool) : bool = -a
