-- The halves of `split` are views.
-- ==
-- error: error\[E0401\]: `right`

def first [n][m] (xs: *[n + m]i32) : i32 =
  let (left, right) = split xs : ([n]i32, [m]i32)
  let zs = left with [0] = 7
  in right[0] + zs[0]
