-- A parameter's function is no longer general.
-- ==
-- error: error\[E0301\]: expected a, found i32

def f 'a (g: a -> a) (x: a) : a = g (g 1i32)
