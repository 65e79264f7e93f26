-- passes: inline simplify cse dead-code prove simplify dead-code fuse fuse-reads simplify cse dead-code
-- NOVA, section 5: the map of a map is one map.
entry main : [8]i64 = map (\y -> y * 3) (map (\x -> x + 1) (iota 8))
