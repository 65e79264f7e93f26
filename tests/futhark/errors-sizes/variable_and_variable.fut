-- A variable is a size of its own, also where it was bound to another variable.
-- ==
-- error: E0501

entry main [n] (xs: [n]i64) : []i64 =
  let m = n
  in map2 (+) xs (iota m)
