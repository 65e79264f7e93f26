-- passes: inline simplify cse dead-code distribute simplify cse dead-code
-- Fig. 10 of the paper on size slicing: the rows that a function makes must have one length. Inlined (B), that length
-- is seen to be the same for all elements (C), so one check is left, if there is an element at all (D).
def row_of [n] [m] (xss: [n][m]f64) : []f64 =
  let sums = map (reduce (+) 0) xss
  let products = map (reduce (*) 1) xss
  in sums ++ products
entry main [k] [n] [m] (xsss: [k][n][m]f64) (r: i64) : [k][r]f64 = map (\xss -> row_of xss :> [r]f64) xsss
