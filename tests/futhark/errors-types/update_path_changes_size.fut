-- All elements of an array have one size, also after an update of one.
-- ==
-- error: error\[E0501\]: expected size 2, found 3

def f (x: *[2]{a: [2]i32}) = x with [0].a = [1, 2, 3]
