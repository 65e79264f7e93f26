-- A section holds its operand.
-- ==
-- error: E0401\]: `(get|xs)`

def at [n] (a: [n]i32) (i: i64) : i32 = a[i]

entry main [n] (xs: *[n]i32) : i32 =
  let get = (xs `at`)
  let ys = xs with [0] = 7
  in get 0 + ys[0]
