-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- Rows of a flat map.
entry main : [2]i64 = map (reduce (+) 0) (unflatten (map (\x -> x * x % 5) (iota 8) :> [2 * 4]i64))
