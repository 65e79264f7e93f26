-- passes: inline simplify cse dead-code fuse simplify dead-code flatten
-- Rows of any number: each summed by one thread if there are enough of them, else by many. Small vectors stay in a
-- thread, and so do the bodies of a map that is wide enough for certain.
entry sums [n] [m] (a: [n][m]i64) : [n]i64 = map (\row -> reduce (+) 0 row) a
entry small [n] (a: [n]i64) : [n]i64 = map (\x -> reduce (+) 0 (map (\i -> i * i ^ x) (iota 3))) a
entry wide [m] (a: [m]i64) : []i64 = map (\i -> reduce (+) i a) (iota 100000)
