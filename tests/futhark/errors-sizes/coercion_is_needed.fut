-- An ascription does not change sizes; a coercion does.
-- ==
-- error: error\[E0501\]: expected size 3, found n

def f [n] (xs: [n]i32) : [3]i32 = xs : [3]i32
