-- Another name does not change whose array it is.
-- ==
-- error: error\[E0402\]: `

entry main [n] (xs: [n]i32) : [n]i32 =
  let ys = xs
  in ys with [0] = 1
