-- Two sizes of one name: the message tells which is which.
-- ==
-- error: E0501.*two different sizes named `n`
def f [n] [m] (xs: [n]i32) (ys: [m]i32) : [n]i32 =
  let g [n] (zs: [n]i32) : [n]i32 = map2 (+) zs xs
  in g xs

entry main (xs: []i32) : []i32 = f xs xs
