-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- NOVA, section 5: maps go into the reduction (and the fold) of their results.
entry reduced : i64 = reduce (+) 0 (map (\x -> x * x) (iota 8))
entry folded : i64 = foldl (\a x -> 2 * a + x) 0 (map (\x -> x * x) (iota 8))
