-- passes: inline simplify dead-code flatten
-- With a cost model: one thread for each row where there are many rows, else one for each flat element.
def f [n] (sizes: [n]i64) = map (\k -> i64.sum (filter (> 3) (iota k))) sizes
entry main [n] (sizes: [n]i64) : []i64 = f sizes
entry some : []i64 = f [1, 9, 0, 8]
