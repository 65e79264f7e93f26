-- Where a binding consumes an array, it binds no function.
-- ==
-- error: error\[E0402\]: what is bound to a function consumes an array

entry main (xs: *[2]i32) : i32 =
  let g = (let ys = xs with [0] = 1 in \(i: i64) -> ys[i])
  in g 0 + g 1
