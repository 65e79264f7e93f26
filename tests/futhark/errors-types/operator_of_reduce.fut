-- The operator of `reduce` gives back its operands' type.
-- ==
-- error: error\[E0301\]: .*bool

def f (xs: []i32) : i32 = reduce (<) 0 xs
