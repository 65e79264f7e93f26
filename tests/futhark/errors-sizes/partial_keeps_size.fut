-- A partial application fixes the size.
-- ==
-- error: E0501

def f [n] [m] (xs: [n]i32) (ys: [m]i32) : i32 =
  let add = map2 (+) xs
  in i32.sum (add ys)
