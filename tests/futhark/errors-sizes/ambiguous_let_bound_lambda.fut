-- A local value without parameters does not become polymorphic in its sizes.
-- ==
-- error: E0501

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) : i32 =
  let f = \(zs: [n]i32) -> i32.sum zs
  in f xs + f ys
