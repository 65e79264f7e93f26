-- A local lambda whose type says that its result is fresh.
-- ==
-- error: E0403

entry main (xs: [2]i32) : [2]i32 =
  let g : [2]i32 -> *[2]i32 = \ys -> ys
  in (g xs) with [0] = 1
