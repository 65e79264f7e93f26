-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- Outer traversals are fused first, then those of each row.
def rows [n] [m] (xss: [n][m]i64) = map (\row -> (reduce (+) 0 row, reduce i64.max 0 row)) (map (map (* 2)) xss)
entry main : ([2]i64, [2]i64) = unzip (rows (unflatten (iota 8 :> [2 * 4]i64)))
