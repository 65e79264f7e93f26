-- passes: inline simplify cse prove simplify dead-code hoist distribute simplify cse dead-code
-- What a branch asserts of an index that is the same for all elements is asserted once, before: if the index is in
-- bounds all is fine, else the first element is looked for that takes the branch.
def chosen [n] [m] (flags: [n]bool) (xs: [m]i64) (k: i64) : [n]i64 =
  map (\flag -> if flag then xs[k] else 7) flags
entry main [n] [m] (flags: [n]bool) (xs: [m]i64) (k: i64) = chosen flags xs k
entry fits : []i64 = chosen [false, true] (iota 4) 3
entry beyond : []i64 = chosen [false, true] (iota 4) 4
entry guarded : []i64 = chosen [false, false] (iota 4) 4
entry nothing : []i64 = chosen [] (iota 4) 4
