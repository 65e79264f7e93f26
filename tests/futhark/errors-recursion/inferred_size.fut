-- The inferred type of a recursive function's result has a size that changes.
-- ==
-- error: error\[E0209\]: the recursive function `doubled` must declare its types(.|\n)*whose size

def doubled (n: i64) (xs: []i64) = if n == 0 then xs else doubled (n - 1) (xs ++ xs)
