-- What may be a function is no loop parameter.
-- ==
-- error: E0503

def f '^a (x: a) = loop y = x for _i < 3 do y
