-- `&&` cannot be defined.
-- ==
-- error: error\[E0[0-9]*\]

def (&&) (x: bool) (y: bool) : bool = x
