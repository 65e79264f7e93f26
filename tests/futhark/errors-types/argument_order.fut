-- The arguments of `map` are swapped.
-- ==
-- error: error\[E0301\]: expected a -> b, found \[\]i32

def f (xs: []i32) : []i32 = map xs (+ 1)
