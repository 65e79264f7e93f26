-- A local function that reads the array cannot be called after it is consumed.
-- ==
-- error: E0401\]: `(get|xs)`

entry main [n] (xs: *[n]i32) : i32 =
  let get (i: i64) = xs[i]
  let ys = xs with [0] = 7
  in get 0 + ys[0]
