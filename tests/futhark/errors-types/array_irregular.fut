-- The rows of an array have one length.
-- ==
-- error: error\[E0501\]: expected size 1, found 2

def f (x: i32) = [[x], [x, x]]
