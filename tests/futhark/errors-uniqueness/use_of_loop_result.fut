-- What a loop starts from may be what it gives.
-- ==
-- error: E0401\]: `(a|xs)`

entry main [n] (k: i32) (xs: *[n]i32) (ys: [n]i32) : i32 =
  let a = loop a = xs for _i < k do ys
  let zs = xs with [0] = 7
  in a[0] + zs[0]
