-- Each call of the function has a size of its own, which it takes from a pair.
-- ==
-- error: E0501

entry main (xs: []i64) : [][]i64 = map (\x -> let (n, _) = (2, x) in replicate n x) xs
