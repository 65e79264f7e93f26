-- A loop gives its two arrays back equally long, but does not start with arrays that are.
-- ==
-- error: E0501

def f [n] [m] (xs: [n]i32) (ys: [m]i32) (k: i64) : []i32 =
  let (a, b) = loop (a, b) = (xs, ys) for _i < k do let c = filter (> 0) a in (c, c)
  in map2 (+) a b
