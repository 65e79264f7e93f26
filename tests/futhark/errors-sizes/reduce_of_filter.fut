-- The operator of a reduction keeps its type.
-- ==
-- error: E0501

def f [n] [m] (xs: [n][m]i32) = reduce (\a b -> filter (> 0) (map2 (+) a b)) (replicate m 0) xs
