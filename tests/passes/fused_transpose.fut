-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- Sums of columns: the elements are computed where the transpose reads them.
def columns [n] [m] (xss: [n][m]i64) = map (reduce (+) 0) (transpose (map (map (\x -> x * x + 1)) xss))
entry main : [4]i64 = columns (unflatten (iota 8 :> [2 * 4]i64))
