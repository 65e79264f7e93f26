-- A hidden size that only a function type has.
-- ==
-- error: E0502.*`n`

def f (x: bool) : ?[n].(bool -> [n]bool) = \_ -> replicate 3 x

entry main (x: bool) : []bool = f x x
