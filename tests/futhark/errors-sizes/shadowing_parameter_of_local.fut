-- A local function's own `n` is not the outer one's.
-- ==
-- error: E0501

def f [n] [m] (xs: [n]i32) (ys: [m]i32) : [n]i32 =
  let g [n] (zs: [n]i32) : [n]i32 = map2 (+) zs xs
  in g xs
