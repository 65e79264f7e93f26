-- passes: inline simplify dead-code flatten-all
-- Sizes of sizes: the flat operation is taken apart again.
def f [n] (sizes: [n]i64) = map (\k -> i64.sum (map (\j -> i64.product (map (+ k) (iota j))) (iota k))) sizes
entry main : []i64 = f [1, 3, 0, 4]
