-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-all
-- What has another size in each row stays in its thread.
def f [n] (sizes: [n]i64) = map (\k -> let xs = map (* 2) (iota k) in reduce (+) 0 (filter (> 3) xs)) sizes
entry main : []i64 = f [1, 2, 3, 4]
