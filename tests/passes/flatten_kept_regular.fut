-- passes: inline simplify dead-code flatten-regular
-- Without irregular flattening, what has another size in each row stays in its thread.
def f [n] (sizes: [n]i64) = map (\k -> i64.sum (filter (> 3) (iota k))) sizes
entry main : []i64 = f [1, 2, 0, 8]
