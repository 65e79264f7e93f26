-- passes: inline simplify cse prove simplify dead-code hoist distribute simplify cse dead-code
-- An index that grows with the element's needs one check before the map: of the first and the last one. The message
-- still names the first index that is out of bounds.
def window [n] (xs: [n]i64) (w: i64) (k: i64) : [w]i64 = tabulate w (\i -> xs[i + k])
entry main [n] (xs: [n]i64) (w: i64) (k: i64) = window xs w k
entry fits : []i64 = window (iota 10) 4 6
entry beyond : []i64 = window (iota 10) 6 6
entry before : []i64 = window (iota 10) 6 (-2)
entry far : []i64 = window (iota 10) 6 i64.highest
entry nothing : []i64 = window (iota 10) 0 77
