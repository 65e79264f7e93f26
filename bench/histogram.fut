-- How often each value occurs.

entry histogram [n] (bins: i64) (xs: [n]i32) : [bins]i32 =
  hist (+) 0 bins (map i64.i32 xs) (replicate n 1)
