-- An element of an array literal is read after the array was consumed, which is fresh; the old one was consumed as well.
-- ==
-- error: error\[E0401\]: `row`

entry main [n] (row: *[n]i32) : i32 =
  let row2 = row with [0] = 1
  let m = [row, row2]
  in m[0, 0]
