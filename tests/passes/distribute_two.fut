-- passes: inline simplify cse prove simplify dead-code hoist distribute simplify cse dead-code
-- Two assertions of one lambda move together: the failure at the lowest index comes first, whichever it is, and at
-- one index the first assertion's.
def both [n] [m] (xs: [n]i64) (ys: [m]i64) (w: i64) : [w]i64 = tabulate w (\i -> xs[i + 2] + ys[2 * i])
entry main [n] [m] (xs: [n]i64) (ys: [m]i64) (w: i64) = both xs ys w
entry fits : []i64 = both (iota 10) (iota 20) 8
entry first_fails_first : []i64 = both (iota 5) (iota 9) 100
entry second_fails_first : []i64 = both (iota 50) (iota 9) 100
entry both_fail_at_once : []i64 = both (iota 5) (iota 6) 100
entry nothing : []i64 = both (iota 0) (iota 0) 0
