-- Nor a value with a function in it.
-- ==
-- error: error\[E0402\]: what is bound to a function consumes an array

entry main (xs: *[2]i32) : i32 =
  let (g, k) = (let ys = xs with [0] = 1 in (\(i: i64) -> ys[i], 3))
  in g 0 + k
