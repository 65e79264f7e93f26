-- passes: inline simplify cse dead-code fuse simplify dead-code flatten-all
-- The sums of rows: a nest of a map and a reduction as it stands.
def sums [n] [m] (a: [n][m]i64) = map (\row -> reduce (+) 0 row) a
entry main : []i64 = sums [[1, 2, 3], [4, 5, 6]]
