-- An alias of a consumed array is given back.
-- ==
-- error: error\[E0401\]: `front`

entry main [n] (xs: *[n]i32) : ([]i32, i32) =
  let front = xs[:2]
  let ys = xs with [0] = 7
  in (front, ys[0])
