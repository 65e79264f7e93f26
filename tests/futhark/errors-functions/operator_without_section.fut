-- An operator as an argument needs brackets.
-- ==
-- error: error\[E0[0-9]*\]: .*`?\(\+\)

def f (xs: []i32) : i32 = reduce + 0 xs
