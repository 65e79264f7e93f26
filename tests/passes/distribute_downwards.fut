-- passes: inline simplify cse prove simplify dead-code hoist distribute simplify cse dead-code
-- Downwards the last index is the smallest; steps of three wrap unless there are few enough of them.
def mirror [n] (xs: [n]i64) (w: i64) (k: i64) : [w]i64 = tabulate w (\i -> xs[k - 3 * i])
entry main [n] (xs: [n]i64) (w: i64) (k: i64) = mirror xs w k
entry fits : []i64 = mirror (iota 10) 4 9
entry below : []i64 = mirror (iota 10) 5 9
entry above : []i64 = mirror (iota 10) 2 10
entry around : []i64 = mirror (iota 10) 3 (i64.lowest + 2)
