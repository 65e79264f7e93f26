-- A record's array is consumed, and then read through the record.
-- ==
-- error: error\[E0401\]: .

entry main [n] (xs: *[n]i32) : i32 =
  let r = {xs, k = 1}
  let ys = r.xs with [0] = 5
  in ys[0] + r.xs[0]
