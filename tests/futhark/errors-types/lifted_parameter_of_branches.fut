-- What may be a function is no result of `if`.
-- ==
-- error: E0503

def f '^a (c: bool) (x: a) (y: a) = if c then x else y
