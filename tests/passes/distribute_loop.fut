-- passes: inline simplify cse prove simplify dead-code hoist distribute simplify cse dead-code
-- A counting loop checks its indices beforehand as a traversal does.
def total [n] (xs: [n]i64) (w: i64) (k: i64) : i64 = loop s = 0 for i < w do s + xs[i + k]
entry main [n] (xs: [n]i64) (w: i64) (k: i64) = total xs w k
entry fits : i64 = total (iota 10) 4 6
entry beyond : i64 = total (iota 10) 6 6
entry before : i64 = total (iota 10) 6 (-2)
entry nothing : i64 = total (iota 10) 0 77
