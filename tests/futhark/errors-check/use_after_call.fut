-- An array is used after a function consumed it.
-- ==
-- error: error\[E0401\]: .*`xs`

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

entry main [n] (xs: *[n]i32) : ([n]i32, [n]i32) =
  let ys = clear xs
  in (xs, ys)
