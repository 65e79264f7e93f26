-- A loop whose array grows, though its type says that it does not.
-- ==
-- error: error\[E0501\]: expected size 1, found 1 \+ 1

def f (n: i32) : [1]i32 = loop (xs: [1]i32) = [1] for i < n do xs ++ [i]
