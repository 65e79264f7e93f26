-- A recursive function's result is what its type says.
-- ==
-- error: E0501

def f [n] (k: i64) (xs: [n]i32) : [n]i32 = if k == 0 then xs else f (k - 1) (xs ++ xs)
