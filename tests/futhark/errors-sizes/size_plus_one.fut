-- `n + 1` is not `n`.
-- ==
-- error: error\[E0501\]: expected size n, found n \+ 1

def f [n] (xs: [n]i32) : [n]i32 = xs ++ [0]
