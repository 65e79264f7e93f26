-- A size parameter stands for every size.
-- ==
-- error: error\[E0501\]: expected size n, found 3

def f [n] (_xs: [n]i32) : [n]i32 = [1, 2, 3]
