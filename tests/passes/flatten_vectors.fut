-- passes: inline simplify cse dead-code fuse simplify dead-code flatten
-- A reduction of vectors is a map of reductions of columns.
def f [n] [m] (a: [n][m]i64) = reduce (map2 (+)) (replicate m 0) a
def g [n] [m] (a: [n][m]i64) = scan (map2 (+)) (replicate m 0) a
entry main : []i64 = f (tabulate_2d 20 20 (\i j -> i * j))
entry scanned : [][]i64 = g (tabulate_2d 20 20 (\i j -> i - j))
