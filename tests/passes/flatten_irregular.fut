-- passes: inline simplify dead-code flatten-all
-- Each row has a size of its own: a filter of all flat elements, and a segmented sum of those that are kept.
def f [n] (sizes: [n]i64) = map (\k -> let xs = map (* 2) (iota k) in reduce (+) 0 (filter (> 3) xs)) sizes
entry main : []i64 = f [1, 2, 0, 4]
