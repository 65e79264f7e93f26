-- passes: inline simplify cse prove simplify dead-code hoist distribute distribute-all simplify cse dead-code
-- A gather's checks depend on the elements: only `distribute-all` traverses these for a check of its own.
def gather [n] [m] (xs: [n]i64) (is: [m]i64) : [m]i64 = map (\i -> xs[i]) is
entry main [n] [m] (xs: [n]i64) (is: [m]i64) = gather xs is
entry fits : []i64 = gather (iota 10) [0, 9, 3]
entry fails : []i64 = gather (iota 10) [0, 9, 13, -1]
entry nothing : []i64 = gather (iota 0) []
