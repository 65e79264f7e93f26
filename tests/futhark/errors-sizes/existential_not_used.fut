-- A hidden size that is the size of nothing.
-- ==
-- error: E0502.*`n`

def f (x: bool) : ?[n].bool = x

entry main (x: bool) : bool = f x
